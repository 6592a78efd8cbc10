import { LRUCache } from 'lru-cache'
import { campus } from '#campus/campus.ts'
import { currentLogo, look } from '../campus/look.ts'
import { createSemaphore } from '../limits/queues.ts'
import { decodePhoto } from '../photos/photo-decoder.ts'
import type { BrandFiles } from '../photos/process-logo.ts'

/** The files of the newest looks, by the key of the look. */
const drawn = new LRUCache<string, Promise<BrandFiles>>({ max: 4 })

const withSlot = createSemaphore({ concurrency: 1, maxWaiting: 20 })

/** Returns the drawn files of the current look. They are drawn once, in a process of their own. */
export function readBrandFiles(): Promise<BrandFiles> {
  const { key, drawing } = look()
  const known = drawn.get(key)
  if (known) return known
  const logo = currentLogo() ?? Buffer.alloc(0)
  const files = withSlot(() => decodePhoto('brand', logo, undefined, drawing), 'brand')
  drawn.set(key, files)
  // The next request tries again.
  files.catch(() => drawn.delete(key))
  return files
}

/** Encodes a picture as the data URL that the settings store. Rejects with an `AppError` if it cannot be used. */
export async function makeLogoDataUrl(picture: Buffer, signal?: AbortSignal): Promise<string> {
  const bytes = await withSlot(() => decodePhoto('logo', picture, signal), 'logo', signal)
  return `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`
}

export const remakeLogoDataUrl = (dataUrl: string): Promise<string> =>
  makeLogoDataUrl(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))

/** Returns a file of the current look, and the key in its address. */
export async function openBrandFile(
  file: string,
): Promise<{ bytes: Buffer; key: string; type: string } | undefined> {
  if (campus.hasOwnMark) return undefined
  const { key } = look()
  if (/^logo-\d{1,3}x\d{1,3}\.webp$/.test(file)) {
    const bytes = currentLogo()
    return bytes && { bytes, key: campus.logo?.split('/')[2] ?? '', type: 'image/webp' }
  }
  if (!/^[a-z]+(?:-\d+)?\.png$/.test(file)) return undefined
  const files = await readBrandFiles()
  const bytes = Object.hasOwn(files, file) ? files[file] : undefined
  return bytes && { bytes: Buffer.from(bytes), key, type: 'image/png' }
}
