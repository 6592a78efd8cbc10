import sharp from 'sharp'
import { keptWidths, photoLimits } from '#contract/photos.ts'
import { AppError } from '../errors.ts'
import './loaders.ts'
import { type PhotoFormat, photoFormat } from './photo-format.ts'
import type { PhotoVersion } from './photo-store.ts'

/** A photo ready to be stored: upright, in sRGB, without alpha and without metadata. */
export interface DevelopedPhoto {
  versions: PhotoVersion[]
  width: number
  height: number
  preview: string
}

// A WebP picture cannot be higher than 16,383 pixels, and no screen wants one even close to it.
const maxHeight = 4 * 1280
const patienceSeconds = 20

// Two photos are developed at once, each on one thread, and no photo is worth caching its pixels.
sharp.concurrency(1)
sharp.cache(false)

/** Decodes for real, in the thread pool; throws a refusal for what is not a whole, reasonable photo. */
export async function developPhoto(bytes: Buffer): Promise<DevelopedPhoto> {
  await checkHeader(bytes, photoFormat(bytes))
  const { data, info } = await decode(bytes)
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  const versions: PhotoVersion[] = []
  for (const width of keptWidths(info.width)) {
    // The largest takes most of the time, and a higher effort would hardly make it smaller.
    const effort = width > 640 ? 2 : 4
    const version = pixels()
      .resize({ width: Math.min(width, info.width) })
      .webp({ quality: 76, effort })
    versions.push({ width, bytes: await version.toBuffer() })
  }
  const preview = await pixels()
    .resize({ width: 8, height: 8, fit: 'inside' })
    .webp({ quality: 40, effort: 6 })
    .toBuffer()
  return {
    versions,
    width: info.width,
    height: info.height,
    preview: `data:image/webp;base64,${preview.toString('base64')}`,
  }
}

/** A bomb is known by its header; nothing of it is decoded. */
async function checkHeader(bytes: Buffer, expected: PhotoFormat) {
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(refuseDamaged)
  if (format !== (expected === 'avif' ? 'heif' : expected)) refuseDamaged()
  if (width * height > photoLimits.pixels) {
    throw new AppError(
      'too_large',
      'This photo has more than 40 megapixels. Make it smaller and try again.',
    )
  }
}

async function decode(bytes: Buffer) {
  return sharp(bytes, { limitInputPixels: photoLimits.pixels, failOn: 'error' })
    .timeout({ seconds: patienceSeconds })
    .autoOrient()
    .resize({ width: 1280, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged)
}

function refuseDamaged(): never {
  throw new AppError(
    'bad_request',
    'This photo is damaged or incomplete. Open it, save it as a new file and try again.',
  )
}
