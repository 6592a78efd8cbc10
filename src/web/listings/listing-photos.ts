import { photosOf } from '#contract/loose-answers.ts'
import { type PhotoInfo, photoSrc, photoSrcSet } from '#contract/photos.ts'
import type { PhotoSource } from '../ui/photo.tsx'

/** Of a photo kept elsewhere the size is not known; the page reserves its own space anyway. */
const assumed = { width: 1280, height: 960 }

export function photoSource(info: PhotoInfo, alt: string): PhotoSource {
  return {
    src: photoSrc(info.url),
    srcSet: photoSrcSet(info),
    width: info.width ?? assumed.width,
    height: info.height ?? assumed.height,
    preview: info.preview,
    alt,
  }
}

/** A listing's photos, the cover first. */
export function photosOfListing(listing: object): PhotoInfo[] {
  const { photo_info } = listing as { photo_info?: PhotoInfo[] }
  if (Array.isArray(photo_info) && photo_info.length > 0) return photo_info
  return photosOf(listing).map((url) => ({ url, width: null, height: null, preview: null }))
}
