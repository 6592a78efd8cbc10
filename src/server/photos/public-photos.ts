import { keptWidths, type PhotoInfo } from '#contract/photos.ts'
import { photoNameIn, photoUrl } from './photo-name.ts'

/**
 * Shows a listing's photos where a CDN has them; `photos` stays as it is stored. The address names a width that
 * exists, because a CDN before a bucket knows no other.
 */
export function publicPhotos(base: string | undefined) {
  function address({ url, width }: PhotoInfo): string {
    const name = width === null ? undefined : photoNameIn(url)
    const largest = width === null ? undefined : keptWidths(width).at(-1)
    return name && largest ? `${base}${photoUrl(name, largest)}` : url
  }

  return function shown<Shown extends { photo_info: PhotoInfo[] }>(listing: Shown): Shown {
    if (!base) return listing
    const photo_info = listing.photo_info.map((info) => ({ ...info, url: address(info) }))
    return { ...listing, photo_info }
  }
}
