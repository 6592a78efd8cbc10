import { type PhotoInfo, photoSrc, photoSrcSet } from '#contract/photos.ts'
import type { PhotoSource } from '../ui/photo.tsx'

/** For photos on other hosts, whose dimensions are unknown. */
const fallbackSize = { width: 1280, height: 960 }

export function toPhotoSource(info: PhotoInfo, alt: string): PhotoSource {
  return {
    src: photoSrc(info.url),
    srcSet: photoSrcSet(info),
    width: info.width ?? fallbackSize.width,
    height: info.height ?? fallbackSize.height,
    preview: info.preview,
    alt,
  }
}
