import { type PhotoInfo, variantWidths } from '#contract/photos.ts'
import { photoNameFromPath, photoUrl } from './photo-name.ts'

/**
 * Points the photos of a listing to the CDN of PHOTO_URL; the stored addresses stay the same. Each URL names an
 * existing variant, because a CDN in front of a bucket cannot choose another.
 */
export function createPhotoCdnRewriter(cdnUrl: string | undefined) {
  function toCdnUrl({ url, width }: PhotoInfo): string {
    const name = width === null ? undefined : photoNameFromPath(url)
    const largest = width === null ? undefined : variantWidths(width).at(-1)
    return name && largest ? `${cdnUrl}${photoUrl(name, largest)}` : url
  }

  return function withCdnUrls<Listing extends { photos: PhotoInfo[] }>(listing: Listing): Listing {
    if (!cdnUrl) return listing
    const photos = listing.photos.map((photo) => ({ ...photo, url: toCdnUrl(photo) }))
    return { ...listing, photos }
  }
}
