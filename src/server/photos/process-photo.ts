import './sharp-loaders.ts'
import sharp from 'sharp'
import { photoLimits, variantWidths } from '#contract/photos.ts'
import { AppError } from '../errors.ts'
import { detectPhotoFormat, limitDecoding, type PhotoFormat } from './decoding-limits.ts'
import { hashPicture, type PhotoHash } from './difference-hash.ts'
import type { PhotoVariant } from './photo-store.ts'

/** A processed photo. Its variants are upright and in sRGB, without alpha channel or metadata. */
export interface ProcessedPhoto {
  variants: PhotoVariant[]
  width: number
  height: number
  /** A tiny version of the photo, as a data URL. */
  preview: string
  hash: PhotoHash | undefined
}

// The limit stays below the 16,383 pixels that WebP allows.
const maxHeight = 4 * 1280

// A process decodes one photo at a time, on one thread. There is no cache, because no pixels are used twice.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Makes the variants of a photo. Throws an AppError for files that are damaged, too large or not photos. Nothing can
 * interrupt sharp, so `photo-decoder.ts` runs this in a process that it can kill.
 */
export async function processPhoto(bytes: Buffer): Promise<ProcessedPhoto> {
  const { data, info } = await decode(await limitPhoto(bytes))
  const decoded = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  const variants: PhotoVariant[] = []
  for (const width of variantWidths(info.width)) {
    // The largest variant takes most of the time, and more effort would hardly make it smaller.
    const effort = width > 640 ? 2 : 4
    const variant = decoded()
      .resize({ width: Math.min(width, info.width) })
      .webp({ quality: 76, effort })
    variants.push({ width, bytes: await variant.toBuffer() })
  }
  const preview = await decoded()
    .resize({ width: 8, height: 8, fit: 'inside' })
    .webp({ quality: 40, effort: 6 })
    .toBuffer()
  return {
    variants,
    width: info.width,
    height: info.height,
    preview: `data:image/webp;base64,${preview.toString('base64')}`,
    hash: await hashPicture(decoded()),
  }
}

/** Hashes a photo that was stored without a hash. */
export const hashVariant = (bytes: Buffer): Promise<PhotoHash | undefined> =>
  hashPicture(sharp(bytes))

/** Refuses files that are no photos, or that would take too long to decode. Returns the part of the file to decode. */
export async function limitPhoto(bytes: Buffer): Promise<Buffer> {
  const format = detectPhotoFormat(bytes)
  const limited = limitDecoding(bytes, format)
  await checkHeader(limited, format)
  return limited
}

/** Rejects decompression bombs by the size in the header, before anything is decoded. */
async function checkHeader(bytes: Buffer, expected: PhotoFormat) {
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(throwDamaged)
  if (format !== (expected === 'avif' ? 'heif' : expected)) throwDamaged()
  if (width * height > photoLimits.maxPixels) {
    throw new AppError(
      'too_large',
      'This photo is over 40 megapixels. Make it smaller and try again.',
    )
  }
}

async function decode(bytes: Buffer) {
  return sharp(bytes, { limitInputPixels: photoLimits.maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: 1280, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(throwDamaged)
}

export function throwDamaged(): never {
  throw new AppError(
    'bad_request',
    'This photo is damaged or incomplete. Open it, save it as a new file and try again.',
  )
}
