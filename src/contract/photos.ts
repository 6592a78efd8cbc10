/** What an upload may weigh and measure. */
export const photoLimits = { bytes: 10 * 1024 * 1024, pixels: 40_000_000 }

/** The widths a photo is kept in; a smaller original is never enlarged. */
export const photoWidths = [320, 640, 1280] as const

export type PhotoWidth = (typeof photoWidths)[number]

/** The widths that a photo of this width is kept in: up to the first that holds the whole picture. */
export function keptWidths(width: number): PhotoWidth[] {
  return photoWidths.filter((_, index) => index === 0 || width > (photoWidths[index - 1] ?? 0))
}

/** A photo this server issued: the size of its largest version, and a tiny blurred picture as a data URL. */
export interface UploadedPhoto {
  url: string
  width: number
  height: number
  preview: string
}

/** A photo of a listing; nothing but the address is known of one kept elsewhere. */
export type PhotoInfo = UploadedPhoto | { url: string; width: null; height: null; preview: null }

const ownPhoto = /^((?:\/api)?\/uploads\/[0-9a-f]{32})(?:-\d{1,4})?\.webp$/

/** The same on any server, as a CDN before the photos has it. */
const photoAnywhere = /^(.*\/uploads\/[0-9a-f]{32})(?:-\d{1,4})?\.webp$/

/** The address of the same photo in another width. A photo kept elsewhere has only its own address. */
export function photoVariant(url: string, width: PhotoWidth): string {
  return url.replace(ownPhoto, `$1-${width}.webp`)
}

/** What an `img` points at: paths of this site are served below the API. */
export function photoSrc(url: string, width?: PhotoWidth): string {
  const address = width ? photoVariant(url, width) : url
  return address.startsWith('/uploads/') ? `/api${address}` : address
}

/** Every width a browser may choose from, or undefined where there is no choice. */
export function photoSrcSet({ url, width }: PhotoInfo): string | undefined {
  const [, stem] = (width && photoAnywhere.exec(photoSrc(url))) || []
  if (!width || !stem) return undefined
  const smaller = photoWidths.filter((candidate) => candidate < width)
  const choices = smaller.map((candidate) => `${stem}-${candidate}.webp ${candidate}w`)
  return [...choices, `${photoSrc(url)} ${width}w`].join(', ')
}
