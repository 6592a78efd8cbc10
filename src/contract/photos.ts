export const maxPhotos = 10

/** Limits of one upload. */
export const photoLimits = { maxBytes: 10 * 1024 * 1024, maxPixels: 40_000_000 }

/** The widths of the stored variants; a smaller original is never enlarged. */
export const photoWidths = [320, 640, 1280] as const

export type PhotoWidth = (typeof photoWidths)[number]

/** The variants of a photo of this width: all that are smaller, and the first that holds it whole. */
export function variantWidths(width: number): PhotoWidth[] {
  return photoWidths.filter((_, index) => index === 0 || width > (photoWidths[index - 1] ?? 0))
}

/** A photo on this server: the size of its largest variant, and a tiny blurred preview as a data URL. */
export interface UploadedPhoto {
  url: string
  width: number
  height: number
  preview: string
}

/** A photo of a listing; of one on another server only the URL is known. */
export type PhotoInfo = UploadedPhoto | { url: string; width: null; height: null; preview: null }

/**
 * Only uploads are ever loaded, by pages, mails, feeds and search engines alike: a photo on another server could track who
 * sees it, or be swapped after posting. A placeholder stands in its place.
 */
export const isUploadedPhoto = (info: PhotoInfo): info is UploadedPhoto => info.width !== null

const ownPhoto = /^((?:\/api)?\/uploads\/[0-9a-f]{32})(?:-\d{1,4})?\.webp$/

/** The same on any host, for photos behind a CDN, and of a listing that was taken down. */
const photoOnAnyHost = /^(.*\/(?:uploads|photos)\/[0-9a-f]{32})(?:-\d{1,4})?\.webp$/

/** The same for the items of `photos`, which have no size. */
export const isUploadUrl = (url: string): boolean => ownPhoto.test(url)

/** The URL of the same photo in another width; any other URL is returned as it is. */
export function photoVariantUrl(url: string, width: PhotoWidth): string {
  return url.replace(ownPhoto, `$1-${width}.webp`)
}

/** The `src` of an img: paths of this site are served below /api. */
export function photoSrc(url: string, width?: PhotoWidth): string {
  const variantUrl = width ? photoVariantUrl(url, width) : url
  return variantUrl.startsWith('/uploads/') ? `/api${variantUrl}` : variantUrl
}

/** The `srcset` of an img. */
export function photoSrcSet({ url, width }: UploadedPhoto): string | undefined {
  const [, stem] = photoOnAnyHost.exec(photoSrc(url)) ?? []
  if (!stem) return undefined
  const smaller = photoWidths.filter((candidate) => candidate < width)
  const candidates = smaller.map((candidate) => `${stem}-${candidate}.webp ${candidate}w`)
  return [...candidates, `${photoSrc(url)} ${width}w`].join(', ')
}
