import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import sharp from 'sharp'
import { noiseImage } from '#tests/support/photo-files.ts'
import { shrunkSize } from '../../src/web/photos/upload-photo.ts'

const photoFile = resolve(import.meta.dirname, '../../.cache/bench/photo-12-megapixels.jpg')
const [width, height] = [4000, 3000]

/** Returns a cached JPEG of large soft shapes under fine grain, about as hard to compress as a real photo. */
export async function loadTestPhoto(): Promise<Buffer> {
  if (existsSync(photoFile)) return readFile(photoFile)
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const fine = await sharp({ create: { width, height, channels: 3, noise, background: '#808080' } })
    .raw()
    .toBuffer()
  const photo = await (await noiseImage(width, height))
    .composite([{ input: fine, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  await mkdir(dirname(photoFile), { recursive: true })
  await writeFile(photoFile, photo)
  return photo
}

/** Returns the test photo as a browser uploads it, because browsers shrink large photos first. */
export async function shrinkTestPhoto(): Promise<Buffer> {
  const photo = await loadTestPhoto()
  const size = shrunkSize(width, height, { size: photo.length, type: 'image/jpeg' })
  return sharp(photo).resize(size).jpeg({ quality: 86 }).toBuffer()
}
