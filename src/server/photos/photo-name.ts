import { photoWidths } from '#contract/photos.ts'

const fileName = /^([0-9a-f]{32})(?:-([1-9]\d{0,3}))?\.webp$/
const ownUrl = /^(?:https?:\/\/[^?#]+)?(?:\/api)?\/uploads\/([0-9a-f]{32})(?:-[1-9]\d{0,3})?\.webp$/

/** The name is made from the content, so that the same photo is stored once. */
export async function photoName(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Unlike createHash, this does not hold up the event loop for ten megabytes.
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Buffer.from(digest).toString('hex', 0, 16)
}

export function photoUrl(name: string, width?: number): string {
  return width ? `/uploads/${name}-${width}.webp` : `/uploads/${name}.webp`
}

/**
 * The photo that an address issued here stands for, also one that names a CDN or a width; undefined for any
 * other address. The name is a checksum: whoever has a photo of that name, it is the same photo.
 */
export function photoNameIn(url: string): string | undefined {
  return ownUrl.exec(url)?.[1]
}

/** Reads the last part of an address; a width between ours is rounded up, so that nothing is blurred. */
export function parsePhotoFile(file: string) {
  const [, name, width] = fileName.exec(file) ?? []
  if (!name) return undefined
  const largest = Math.max(...photoWidths)
  const wanted = width ? Number(width) : largest
  return { name, width: photoWidths.find((candidate) => candidate >= wanted) ?? largest }
}
