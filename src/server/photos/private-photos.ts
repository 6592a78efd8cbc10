import type { CategoryId } from '#categories/index.ts'
import { categoryOf } from '#contract/listing.ts'
import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import { type PhotoInfo, type PhotoWidth, photoSrc } from '#contract/photos.ts'
import { photoNameFromPath } from './photo-name.ts'

interface ShownListing {
  category: CategoryId
  id: number
  status: ListingStatus
}

/**
 * Returns the address of a photo that was taken down. The photo has no public address any more. This one works only for
 * people who may still see the listing.
 */
function privateUrl(listing: ShownListing, url: string, width?: PhotoWidth): string {
  const { path } = categoryOf(listing)
  const name = photoNameFromPath(url)
  return name ? `/api/${path}/${listing.id}/photos/${name}${width ? `-${width}` : ''}.webp` : url
}

/** Returns the `src` of a listing's photo in this width. */
export function listingPhotoSrc(listing: ShownListing, url: string, width: PhotoWidth): string {
  return isTakenDown(listing.status) ? privateUrl(listing, url, width) : photoSrc(url, width)
}

/** Points the photos of a listing that was taken down to an address where its owner and moderators can read them. */
export function withPrivatePhotos<Listing extends ShownListing & { photos: PhotoInfo[] }>(
  listing: Listing,
): Listing {
  if (!isTakenDown(listing.status)) return listing
  const photos = listing.photos.map((photo) => ({ ...photo, url: privateUrl(listing, photo.url) }))
  return { ...listing, photos }
}
