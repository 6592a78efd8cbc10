import { isUploadedPhoto, type PhotoInfo, photoSrc, photoSrcSet } from '#contract/photos.ts'
import type { PhotoSource } from '../ui/photo.tsx'

/** Photos that can be shown come first; those on other servers are placeholders. */
export const inDisplayOrder = (infos: readonly PhotoInfo[]): PhotoInfo[] => [
  ...infos.filter(isUploadedPhoto),
  ...infos.filter((info) => !isUploadedPhoto(info)),
]

/** Without a `src` for a photo on another server, so that a placeholder is shown. */
export function toPhotoSource(info: PhotoInfo, alt: string): PhotoSource {
  if (!isUploadedPhoto(info)) return { alt }
  const { url, width, height, preview } = info
  return { src: photoSrc(url), srcSet: photoSrcSet(info), width, height, preview, alt }
}
