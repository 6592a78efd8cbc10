import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  animation,
  grain,
  heic,
  jpegWithPlace,
  nearestColor,
  orientedJpeg,
  pngBomb,
  quarterColors,
  quarters,
  svg,
  withJpegComment,
  withTail,
} from '#tests/support/photo-files.ts'
import { type DevelopedPhoto, developPhoto } from './develop-photo.ts'
import { blockOtherLoaders } from './loaders.ts'

beforeAll(blockOtherLoaders)

const upright = ['red', 'green', 'blue', 'yellow']

function largest({ versions }: DevelopedPhoto): Uint8Array {
  return versions.at(-1)?.bytes ?? Buffer.alloc(0)
}

async function colors(photo: DevelopedPhoto) {
  return (await quarterColors(largest(photo))).map(nearestColor)
}

describe('what comes out', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'is WebP when a %s goes in',
    async (format) => {
      const photo = await developPhoto(await quarters().toFormat(format).toBuffer())
      expect(await colors(photo)).toEqual(upright)
      const { format: written, space, channels } = await sharp(largest(photo)).metadata()
      expect({ written, space, channels }).toEqual({ written: 'webp', space: 'srgb', channels: 3 })
    },
  )

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('stands upright from orientation %i', async (orientation) => {
    const photo = await developPhoto(await orientedJpeg(orientation))
    expect(await colors(photo)).toEqual(upright)
    expect([photo.width, photo.height]).toEqual([80, 60])
    expect((await sharp(largest(photo)).metadata()).orientation).toBeUndefined()
  })

  it('tells nothing about place, camera or owner', async () => {
    const file = await jpegWithPlace()
    expect(file.includes('PhoneMaker')).toBe(true)
    expect((await sharp(file).metadata()).exif).toBeDefined()
    for (const { bytes } of (await developPhoto(file)).versions) {
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
  ])('of %i pixels has the versions %j, never enlarged', async (wide, widths, width, height) => {
    const photo = await developPhoto(
      await quarters(wide, wide * 0.75)
        .jpeg()
        .toBuffer(),
    )
    expect(photo.versions.map((version) => version.width)).toEqual(widths)
    expect([photo.width, photo.height]).toEqual([width, height])
    for (const version of photo.versions) {
      const { width: drawn } = await sharp(version.bytes).metadata()
      expect(drawn).toBe(Math.min(version.width, wide))
    }
  })

  it('is bounded in height too', async () => {
    const photo = await developPhoto(await quarters(200, 30_000).png().toBuffer())
    expect(photo.height).toBe(5120)
  })

  it('has a preview that is tiny and stands for itself', async () => {
    const { preview } = await developPhoto(await (await grain(400, 300)).jpeg().toBuffer())
    expect(preview).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]+$/)
    expect(preview.length).toBeLessThanOrEqual(250)
    const { width, height } = await sharp(
      Buffer.from(preview.split(',')[1] ?? '', 'base64'),
    ).metadata()
    expect([width, height]).toEqual([8, 6])
  })
})

describe('unusual photos', () => {
  it('in CMYK keep their colours', async () => {
    const file = await quarters().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(file).metadata()).space).toBe('cmyk')
    expect(await colors(await developPhoto(file))).toEqual(upright)
  })

  it('of 16 bits a channel keep their colours', async () => {
    const file = await quarters().toColourspace('rgb16').png().toBuffer()
    expect((await sharp(file).metadata()).depth).toBe('ushort')
    expect(await colors(await developPhoto(file))).toEqual(upright)
  })

  it('in grey become ordinary photos', async () => {
    const photo = await developPhoto(await quarters().greyscale().png().toBuffer())
    expect((await sharp(largest(photo)).metadata()).space).toBe('srgb')
  })

  it('with see-through parts stand on white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const file = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
      .png()
      .toBuffer()
    const [[r, g, b] = [0, 0, 0]] = await quarterColors(largest(await developPhoto(file)))
    expect(Math.min(r, g, b)).toBeGreaterThan(250)
  })

  it('with another colour profile look the same', async () => {
    const file = await quarters().withIccProfile('p3').png().toBuffer()
    const [pixel] = await quarterColors(largest(await developPhoto(file)))
    expect(pixel?.map((value) => Math.round(value / 20))).toEqual([11, 2, 2])
  })

  it.each(['gif', 'webp'] as const)(
    'that move stand still on the first frame (%s)',
    async (format) => {
      const file = await animation(format, 200)
      expect((await sharp(file).metadata()).pages).toBe(200)
      const photo = await developPhoto(file)
      expect(await colors(photo)).toEqual(['red', 'red', 'red', 'red'])
      expect([photo.width, photo.height]).toEqual([40, 30])
      expect((await sharp(largest(photo)).metadata()).pages).toBeUndefined()
    },
  )

  it('lose whatever else is hidden in them', async () => {
    const jpeg = await quarters().jpeg().toBuffer()
    const page = '<script>alert(document.cookie)</script>'
    for (const file of [withTail(jpeg, page), withJpegComment(jpeg, page)]) {
      for (const { bytes } of (await developPhoto(file)).versions) {
        expect(Buffer.from(bytes).includes('script')).toBe(false)
      }
    }
  })
})

describe('what is refused', () => {
  const damaged = { code: 'bad_request', message: expect.stringContaining('damaged') }

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('a %s cut short', async (format) => {
    const whole = await (await grain(300, 200)).toFormat(format).toBuffer()
    for (const share of [0.1, 0.5, 0.95]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share))
      await expect(developPhoto(cut)).rejects.toMatchObject(damaged)
    }
  })

  it.each([
    ['a script behind the first bytes of a GIF', 'GIF89a/*<svg onload=alert(1)>*/=1;alert(1)'],
    ['a page behind the first bytes of a JPEG', '\xff\xd8\xff<html><script>alert(1)</script>'],
    ['a page behind the first bytes of a PNG', '\x89PNG\r\n\x1a\n<html></html>'],
    ['an empty WebP container', 'RIFF\x04\x00\x00\x00WEBP'],
  ])('%s', async (_, text) => {
    await expect(developPhoto(Buffer.from(text, 'latin1'))).rejects.toMatchObject(damaged)
  })

  it('a bomb, by its header', async () => {
    await expect(developPhoto(pngBomb(14_000, 14_000))).rejects.toMatchObject({
      code: 'too_large',
      message: 'This photo has more than 40 megapixels. Make it smaller and try again.',
    })
  })

  it('a bomb whose data is not even there', async () => {
    await expect(developPhoto(pngBomb(14_000, 14_000).subarray(0, 60))).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('not forty megapixels themselves', async () => {
    expect((await developPhoto(pngBomb(8_000, 5_000))).width).toBe(1280)
  })

  it.each([
    ['iPhone photos', heic(), /^iPhone photos in HEIC format .* JPEG/],
    ['drawings', svg, /^SVG drawings .* PNG or JPEG/],
    ['drawings with a byte order mark', withTail(Buffer.from('\uFEFF \n'), svg.toString()), /^SVG/],
    ['pages', Buffer.from('<!doctype html><script>alert(1)</script>'), /Choose a JPEG/],
    ['TIFF', Buffer.from('II*\0aaaaaaaaaaaaaaaa'), /Choose a JPEG/],
    ['PDF', Buffer.from('%PDF-1.7'), /Choose a JPEG/],
    ['one byte', Buffer.from([0xff]), /Choose a JPEG/],
  ])('%s, with what to do', async (_, file, sentence) => {
    await expect(developPhoto(file)).rejects.toMatchObject({
      code: 'wrong_type',
      message: expect.stringMatching(sentence),
    })
  })

  it('nothing at all', async () => {
    await expect(developPhoto(Buffer.alloc(0))).rejects.toMatchObject({
      code: 'bad_request',
      message: 'This file is empty. Choose another photo.',
    })
  })
})

describe('the decoder', () => {
  it('cannot be talked into rendering SVG', async () => {
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow()
  })
})
