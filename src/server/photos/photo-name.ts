import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { photoWidths } from '#contract/photos.ts'

const hashedAtOnce = 256 * 1024

const fileName = /^([0-9a-f]{32})(?:-([1-9]\d{0,3}))?\.webp$/
const uploadPath = /^(?:\/api)?\/uploads\/([0-9a-f]{32})(?:-[1-9]\d{0,3})?\.webp$/

/**
 * Hashes the uploader and the content. A student's photo is stored once and belongs to them alone, so that it is
 * deleted with their account.
 */
export async function computePhotoName(bytes: Uint8Array, uploaderId: number): Promise<string> {
  const content = createHash('sha256')
  // Hashing in parts does not block the event loop. SubtleCrypto would not either, but it copies the bytes.
  for (let start = 0; start < bytes.length; start += hashedAtOnce) {
    content.update(bytes.subarray(start, start + hashedAtOnce))
    await setImmediate()
  }
  return hash('sha256', `${uploaderId} ${content.digest('hex')}`).slice(0, 32)
}

export function photoUrl(name: string, width?: number): string {
  return width ? `/uploads/${name}-${width}.webp` : `/uploads/${name}.webp`
}

/** Reads the name in a photo path of this server, with or without a width. Returns undefined for other paths. */
export function photoNameFromPath(path: string): string | undefined {
  return uploadPath.exec(path)?.[1]
}

/** Reads the name and width in a file name. Rounds the width up to the next variant. */
export function parsePhotoFileName(file: string) {
  const [, name, width] = fileName.exec(file) ?? []
  if (!name) return undefined
  const largest = Math.max(...photoWidths)
  const minWidth = width ? Number(width) : largest
  return { name, width: photoWidths.find((candidate) => candidate >= minWidth) ?? largest }
}
