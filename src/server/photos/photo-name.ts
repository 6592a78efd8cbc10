import { hash } from 'node:crypto'
import { photoWidths } from '#contract/photos.ts'

const fileName = /^([0-9a-f]{32})(?:-([1-9]\d{0,3}))?\.webp$/
const uploadPath = /^(?:\/api)?\/uploads\/([0-9a-f]{32})(?:-[1-9]\d{0,3})?\.webp$/

/**
 * A hash of the uploader and the content: a student's photo is stored once, and is theirs alone, so that it goes when
 * they go.
 */
export async function computePhotoName(
  bytes: Uint8Array<ArrayBuffer>,
  uploaderId: number,
): Promise<string> {
  // Unlike createHash, SubtleCrypto does not block the event loop for up to ten megabytes.
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const content = Buffer.from(digest).toString('hex')
  return hash('sha256', `${uploaderId} ${content}`).slice(0, 32)
}

export function photoUrl(name: string, width?: number): string {
  return width ? `/uploads/${name}-${width}.webp` : `/uploads/${name}.webp`
}

/** Of a path that this server issues, also with a width; undefined for others. */
export function photoNameFromPath(path: string): string | undefined {
  return uploadPath.exec(path)?.[1]
}

/** Rounds the width up to the next variant. */
export function parsePhotoFileName(file: string) {
  const [, name, width] = fileName.exec(file) ?? []
  if (!name) return undefined
  const largest = Math.max(...photoWidths)
  const minWidth = width ? Number(width) : largest
  return { name, width: photoWidths.find((candidate) => candidate >= minWidth) ?? largest }
}
