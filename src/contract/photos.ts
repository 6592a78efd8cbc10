export const maxPhotos = 10

/** The limits of one upload. */
export const photoLimits = { maxBytes: 10 * 1024 * 1024, maxPixels: 40_000_000 }

/** The widths of the stored variants. A smaller original is never enlarged. */
export const photoWidths = [320, 640, 1280] as const

export type PhotoWidth = (typeof photoWidths)[number]

/** Returns the variants for a photo of this width: all smaller ones, and the first that is at least as wide as the photo. */
export function variantWidths(width: number): PhotoWidth[] {
  return photoWidths.filter((_, index) => index === 0 || width > (photoWidths[index - 1] ?? 0))
}

/** A photo on this server, with the size of its largest variant and a tiny blurred preview as a data URL. */
export interface UploadedPhoto {
  url: string
  width: number
  height: number
  preview: string
}

/** A photo of a listing. For a photo on another server, only the URL is known. */
export type PhotoInfo = UploadedPhoto | { url: string; width: null; height: null; preview: null }

/**
 * Whether the photo was uploaded here. Pages, emails, feeds and search engines load only uploads, and show a
 * placeholder for others: a photo on another server could track its viewers, or be swapped after posting.
 */
export const isUploadedPhoto = (info: PhotoInfo): info is UploadedPhoto => info.width !== null

const ownPhoto = /^((?:\/api)?\/uploads\/[0-9a-f]{32})(?:-\d{1,4})?\.webp$/

/** Matches photos on any host, for a CDN, and the photos of listings that were taken down. */
const photoOnAnyHost = /^(.*\/(?:uploads|photos)\/[0-9a-f]{32})(?:-\d{1,4})?\.webp$/

/** Whether an item of `photos`, which has no size, is an upload. */
export const isUploadUrl = (url: string): boolean => ownPhoto.test(url)

/** Returns the URL of the same photo in another width. Any other URL is returned as it is. */
export function photoVariantUrl(url: string, width: PhotoWidth): string {
  return url.replace(ownPhoto, `$1-${width}.webp`)
}

/** Returns the `src` of an img. Paths of this site are served below /api. */
export function photoSrc(url: string, width?: PhotoWidth): string {
  const variantUrl = width ? photoVariantUrl(url, width) : url
  return variantUrl.startsWith('/uploads/') ? `/api${variantUrl}` : variantUrl
}

export function photoSrcSet({ url, width }: UploadedPhoto): string | undefined {
  const [, stem] = photoOnAnyHost.exec(photoSrc(url)) ?? []
  if (!stem) return undefined
  const smaller = photoWidths.filter((candidate) => candidate < width)
  const candidates = smaller.map((candidate) => `${stem}-${candidate}.webp ${candidate}w`)
  return [...candidates, `${photoSrc(url)} ${width}w`].join(', ')
}
