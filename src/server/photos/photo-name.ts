import { photoWidths } from '#contract/photos.ts'

const fileName = /^([0-9a-f]{32})(?:-([1-9]\d{0,3}))?\.webp$/
const uploadUrl =
  /^(?:https?:\/\/[^?#]+)?(?:\/api)?\/uploads\/([0-9a-f]{32})(?:-[1-9]\d{0,3})?\.webp$/

/** A hash of the content, so that the same photo is stored once. */
export async function computePhotoName(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Unlike createHash, SubtleCrypto does not block the event loop for up to ten megabytes.
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Buffer.from(digest).toString('hex', 0, 16)
}

export function photoUrl(name: string, width?: number): string {
  return width ? `/uploads/${name}-${width}.webp` : `/uploads/${name}.webp`
}

/**
 * Accepts the URLs this server issues, also with a CDN's origin or a width; undefined for others. Any origin will
 * do, because the name is a hash of the content.
 */
export function photoNameFromUrl(url: string): string | undefined {
  return uploadUrl.exec(url)?.[1]
}

/** Rounds the width up to the next variant. */
export function parsePhotoFileName(file: string) {
  const [, name, width] = fileName.exec(file) ?? []
  if (!name) return undefined
  const largest = Math.max(...photoWidths)
  const minWidth = width ? Number(width) : largest
  return { name, width: photoWidths.find((candidate) => candidate >= minWidth) ?? largest }
}
