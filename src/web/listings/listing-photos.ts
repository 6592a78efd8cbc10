import type { Listing } from '#contract/listing.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { apiPaths } from '#contract/paths.ts'
import { isUploadedPhoto, type PhotoInfo, photoSrc, photoSrcSet } from '#contract/photos.ts'
import type { PhotoSource } from '../ui/content/photo.tsx'

/** Moves uploaded photos to the front, because photos on other servers appear only as placeholders. */
export const inDisplayOrder = (infos: readonly PhotoInfo[]): PhotoInfo[] => [
  ...infos.filter(isUploadedPhoto),
  ...infos.filter((info) => !isUploadedPhoto(info)),
]

/** A photo on another server gets no `src`, so that a placeholder is shown. */
export function toPhotoSource(info: PhotoInfo, alt: string): PhotoSource {
  if (!isUploadedPhoto(info)) return { alt }
  const { url, width, height, preview } = info
  return { src: photoSrc(url), srcSet: photoSrcSet(info), width, height, preview, alt }
}

/**
 * The private URL of a photo. While a listing is taken down, its photos have no public URL; its owner and moderators load
 * them through the listing.
 */
export const privatePhotoUrl = (
  { category, id }: Pick<Listing, 'category' | 'id'>,
  url: string,
): string => url.replace(/^.*\/uploads\//, `${apiPaths.listing(category, id)}/photos/`)

/** Returns the listing with photo URLs that its readers can load. */
export function withPrivatePhotos<Shown extends Listing>(listing: Shown): Shown {
  if (!isTakenDown(listing.status)) return listing
  const photos = listing.photos.map((photo) => ({
    ...photo,
    url: privatePhotoUrl(listing, photo.url),
  }))
  return { ...listing, photos }
}
