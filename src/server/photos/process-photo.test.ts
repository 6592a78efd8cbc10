import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  animatedImage,
  appendText,
  fourColorImage,
  heicFile,
  jpegWithMetadata,
  nearestColor,
  noiseImage,
  orientedJpeg,
  pngBomb,
  progressiveJpeg,
  readQuarterColors,
  svg,
  withJpegComment,
} from '#tests/support/photo-files.ts'
import { type ProcessedPhoto, processPhoto } from './process-photo.ts'
import { allowOnlyPhotoLoaders } from './sharp-loaders.ts'

beforeAll(allowOnlyPhotoLoaders)

const upright = ['red', 'green', 'blue', 'yellow']

function largest({ variants }: ProcessedPhoto): Uint8Array {
  return variants.at(-1)?.bytes ?? Buffer.alloc(0)
}

async function colors(photo: ProcessedPhoto) {
  return (await readQuarterColors(largest(photo))).map(nearestColor)
}

describe('a processed photo', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'is sRGB WebP without alpha if a %s is uploaded',
    async (format) => {
      const photo = await processPhoto(await fourColorImage().toFormat(format).toBuffer())
      expect(await colors(photo)).toEqual(upright)
      const { format: written, space, channels } = await sharp(largest(photo)).metadata()
      expect({ written, space, channels }).toEqual({ written: 'webp', space: 'srgb', channels: 3 })
    },
  )

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is upright for EXIF orientation %i', async (orientation) => {
    const photo = await processPhoto(await orientedJpeg(orientation))
    expect(await colors(photo)).toEqual(upright)
    expect([photo.width, photo.height]).toEqual([80, 60])
    expect((await sharp(largest(photo)).metadata()).orientation).toBeUndefined()
  })

  it('has no metadata', async () => {
    const file = await jpegWithMetadata()
    expect(file.includes('PhoneMaker')).toBe(true)
    expect((await sharp(file).metadata()).exif).toBeDefined()
    for (const { bytes } of (await processPhoto(file)).variants) {
      const { exif, icc, xmp, iptc } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc }).toEqual({})
      expect(Buffer.from(bytes).includes('PhoneMaker')).toBe(false)
    }
  })

  it.each([
    [2000, [320, 640, 1280], 1280, 960],
    [1280, [320, 640, 1280], 1280, 960],
    [500, [320, 640], 500, 375],
    [320, [320], 320, 240],
    [80, [320], 80, 60],
  ])(
    'of %i pixels has the variants %j, never enlarged',
    async (originalWidth, widths, width, height) => {
      const photo = await processPhoto(
        await fourColorImage(originalWidth, originalWidth * 0.75)
          .jpeg()
          .toBuffer(),
      )
      expect(photo.variants.map((variant) => variant.width)).toEqual(widths)
      expect([photo.width, photo.height]).toEqual([width, height])
      for (const variant of photo.variants) {
        const { width: imageWidth } = await sharp(variant.bytes).metadata()
        expect(imageWidth).toBe(Math.min(variant.width, originalWidth))
      }
    },
  )

  it('has a maximum height', async () => {
    const photo = await processPhoto(await fourColorImage(200, 30_000).png().toBuffer())
    expect(photo.height).toBe(5120)
  })

  it('has a preview of a few pixels as a data URL', async () => {
    const { preview } = await processPhoto(await (await noiseImage(400, 300)).jpeg().toBuffer())
    expect(preview).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]+$/)
    expect(preview.length).toBeLessThanOrEqual(250)
    const { width, height } = await sharp(
      Buffer.from(preview.split(',')[1] ?? '', 'base64'),
    ).metadata()
    expect([width, height]).toEqual([8, 6])
  })
})

describe('unusual formats', () => {
  it('converts CMYK', async () => {
    const file = await fourColorImage().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(file).metadata()).space).toBe('cmyk')
    expect(await colors(await processPhoto(file))).toEqual(upright)
  })

  it('converts 16 bits per channel', async () => {
    const file = await fourColorImage().toColourspace('rgb16').png().toBuffer()
    expect((await sharp(file).metadata()).depth).toBe('ushort')
    expect(await colors(await processPhoto(file))).toEqual(upright)
  })

  it('converts greyscale', async () => {
    const photo = await processPhoto(await fourColorImage().greyscale().png().toBuffer())
    expect((await sharp(largest(photo)).metadata()).space).toBe('srgb')
  })

  it('flattens transparency onto white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const file = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
      .png()
      .toBuffer()
    const [[r, g, b] = [0, 0, 0]] = await readQuarterColors(largest(await processPhoto(file)))
    expect(Math.min(r, g, b)).toBeGreaterThan(250)
  })

  it('applies the ICC profile', async () => {
    const file = await fourColorImage().withIccProfile('p3').png().toBuffer()
    const [pixel] = await readQuarterColors(largest(await processPhoto(file)))
    expect(pixel?.map((value) => Math.round(value / 20))).toEqual([11, 2, 2])
  })

  it.each(['gif', 'webp'] as const)('keeps the first frame of an animated %s', async (format) => {
    const file = await animatedImage(format, 200)
    expect((await sharp(file).metadata()).pages).toBe(200)
    const photo = await processPhoto(file)
    expect(await colors(photo)).toEqual(['red', 'red', 'red', 'red'])
    expect([photo.width, photo.height]).toEqual([40, 30])
    expect((await sharp(largest(photo)).metadata()).pages).toBeUndefined()
  })

  it('drops trailing data and comments', async () => {
    const jpeg = await fourColorImage().jpeg().toBuffer()
    const html = '<script>alert(document.cookie)</script>'
    for (const file of [appendText(jpeg, html), withJpegComment(jpeg, html)]) {
      for (const { bytes } of (await processPhoto(file)).variants) {
        expect(Buffer.from(bytes).includes('script')).toBe(false)
      }
    }
  })
})

describe('rejected files', () => {
  const damaged = { code: 'bad_request', message: expect.stringContaining('damaged') }

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'rejects a truncated %s',
    async (format) => {
      const complete = await (await noiseImage(300, 200)).toFormat(format).toBuffer()
      for (const share of [0.1, 0.5, 0.95]) {
        const truncated = complete.subarray(0, Math.floor(complete.length * share))
        await expect(processPhoto(truncated)).rejects.toMatchObject(damaged)
      }
    },
  )

  it.each([
    ['a script after the magic bytes of a GIF', 'GIF89a/*<svg onload=alert(1)>*/=1;alert(1)'],
    ['HTML after the magic bytes of a JPEG', '\xff\xd8\xff<html><script>alert(1)</script>'],
    ['HTML after the magic bytes of a PNG', '\x89PNG\r\n\x1a\n<html></html>'],
    ['an empty WebP container', 'RIFF\x04\x00\x00\x00WEBP'],
  ])('rejects %s', async (_, text) => {
    await expect(processPhoto(Buffer.from(text, 'latin1'))).rejects.toMatchObject(damaged)
  })

  it('rejects a decompression bomb by its header', async () => {
    await expect(processPhoto(pngBomb(14_000, 14_000))).rejects.toMatchObject({
      code: 'too_large',
      message: 'This photo is over 40 megapixels. Make it smaller and try again.',
    })
  })

  it('rejects a decompression bomb whose data is missing', async () => {
    await expect(processPhoto(pngBomb(14_000, 14_000).subarray(0, 60))).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('rejects a JPEG with more than 64 scans, each of which decodes all pixels again', async () => {
    await expect(processPhoto(progressiveJpeg(65))).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'This JPEG is saved in more than 64 steps. Open it, save it as a new file and try again.',
    })
    expect((await processPhoto(progressiveJpeg(64))).width).toBe(8)
  })

  it('rejects an animation with more than a thousand frames', async () => {
    const [frames, tooMany] = [await animatedImage('webp', 1_000), animatedImage('webp', 1_001)]
    expect(await colors(await processPhoto(frames))).toEqual(['red', 'red', 'red', 'red'])
    await expect(processPhoto(await tooMany)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('more than 1,000 frames'),
    })
  })

  it('accepts exactly forty megapixels', async () => {
    expect((await processPhoto(pngBomb(8_000, 5_000))).width).toBe(1280)
  })

  it.each([
    [
      'HEIC',
      heicFile(),
      /^Your phone saved this photo as HEIC\. Save it as a JPEG and try again\./,
    ],
    ['SVG', svg, /SVG drawings .* PNG or JPEG/],
    ['SVG with a byte order mark', appendText(Buffer.from('\uFEFF \n'), svg.toString()), /SVG/],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), /Choose a JPEG/],
    ['TIFF', Buffer.from('II*\0aaaaaaaaaaaaaaaa'), /Choose a JPEG/],
    ['PDF', Buffer.from('%PDF-1.7'), /Choose a JPEG/],
    ['one byte', Buffer.from([0xff]), /Choose a JPEG/],
  ])('rejects %s with an explanation', async (_, file, message) => {
    await expect(processPhoto(file)).rejects.toMatchObject({
      code: 'wrong_type',
      message: expect.stringMatching(message),
    })
  })

  it('rejects an empty file', async () => {
    await expect(processPhoto(Buffer.alloc(0))).rejects.toMatchObject({
      code: 'bad_request',
      message: 'This file is empty. Choose another photo.',
    })
  })
})

describe('sharp', () => {
  it('does not load SVG', async () => {
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow()
  })
})
