import type { AnyCategory } from '#categories/index.ts'
import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import { type PhotoInfo, type PhotoWidth, photoSrc } from '#contract/photos.ts'
import { photoNameFromPath } from './photo-name.ts'

interface ShownListing {
  id: number
  status: ListingStatus
}

/** What was taken down has no public address, but one for those who may still see it. */
function privateUrl({ path }: AnyCategory, id: number, url: string, width?: PhotoWidth): string {
  const name = photoNameFromPath(url)
  return name ? `/api/${path}/${id}/photos/${name}${width ? `-${width}` : ''}.webp` : url
}

/** The `src` of a photo of the listing in this width. */
export function listingPhotoSrc(
  category: AnyCategory,
  { id, status }: ShownListing,
  url: string,
  width: PhotoWidth,
): string {
  return isTakenDown(status) ? privateUrl(category, id, url, width) : photoSrc(url, width)
}

/** Points `photo_info` of a listing that was taken down to where its owner and moderators can read it. */
export function withPrivatePhotos<Listing extends ShownListing & { photo_info: PhotoInfo[] }>(
  category: AnyCategory,
  listing: Listing,
): Listing {
  if (!isTakenDown(listing.status)) return listing
  const photo_info = listing.photo_info.map((info) => ({
    ...info,
    url: privateUrl(category, listing.id, info.url),
  }))
  return { ...listing, photo_info }
}
