import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  fourColorImage,
  jpegWithMetadata,
  noiseImage,
  pngBomb,
  svg,
} from '#tests/support/photo-files.ts'
import { drawBrand, encodeLogo } from './process-logo.ts'
import { allowOnlyPhotoLoaders } from './sharp-loaders.ts'

beforeAll(allowOnlyPhotoLoaders)

const drawing = { fill: '#1f6fb2', text: '#ffffff', initial: 'H' }

describe('an encoded logo', () => {
  it('is a WebP of at most 512 pixels and 100 KB that keeps its transparency', async () => {
    const large = await encodeLogo(await fourColorImage(1600, 400).png().toBuffer())
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 512, height: 128 })
    const noisy = await encodeLogo(await (await noiseImage(600, 600)).png().toBuffer())
    expect(noisy.length).toBeLessThanOrEqual(100 * 1024)
    const clear = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const small = await encodeLogo(clear)
    expect(await sharp(small).metadata()).toMatchObject({ width: 40, hasAlpha: true })
    expect((await sharp(small).stats()).isOpaque).toBe(false)
  })

  it('has no metadata, and stays as it is when it is encoded again', async () => {
    const logo = await encodeLogo(await jpegWithMetadata())
    expect(logo.includes('PhoneMaker')).toBe(false)
    const drawn = await encodeLogo(await fourColorImage().png().toBuffer())
    expect((await encodeLogo(drawn)).equals(drawn)).toBe(true)
  })

  it.each([
    ['an SVG', svg, "can't use SVG"],
    ['a bomb', pngBomb(14_000, 14_000), 'over 40 megapixels'],
    ['HTML', Buffer.from('<!doctype html><p>Hello'), "can't read this file"],
  ])('is refused for %s', async (_name, file, message) => {
    await expect(encodeLogo(file)).rejects.toThrow(message)
  })

  it('is refused for a file that is cut off', async () => {
    const png = await (await noiseImage(200, 200)).png().toBuffer()
    await expect(encodeLogo(png.subarray(0, png.length / 2))).rejects.toThrow('damaged')
  })
})

describe('the files of a brand', () => {
  const sizes = {
    'icon-64.png': [64, 64],
    'icon-180.png': [180, 180],
    'icon-192.png': [192, 192],
    'icon-512.png': [512, 512],
    'maskable-512.png': [512, 512],
    'preview.png': [1200, 630],
  }

  async function readPixel(file: Buffer | undefined, x: number, y: number) {
    const { data, info } = await sharp(file)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  }

  async function expectSizes(files: Record<string, Buffer>) {
    for (const [name, [width, height]] of Object.entries(sizes)) {
      expect(await sharp(files[name]).metadata()).toMatchObject({ format: 'png', width, height })
    }
  }

  it('show the logo, with room around it where phones cut', async () => {
    const logo = await encodeLogo(await fourColorImage(400, 100).png().toBuffer())
    const files = await drawBrand(logo, drawing)
    await expectSizes(files)
    expect(await sharp(files['logo.png']).metadata()).toMatchObject({ width: 400, height: 100 })
    expect((await readPixel(files['icon-512.png'], 5, 5))[3]).toBe(0)
    expect(await readPixel(files['maskable-512.png'], 5, 250)).toEqual([255, 255, 255, 255])
    expect(await readPixel(files['preview.png'], 600, 625)).toEqual([0x1f, 0x6f, 0xb2, 255])
  })

  it('show the first letter on the accent without a logo, also one with an accent mark', async () => {
    const none = Buffer.alloc(0)
    const files = await drawBrand(none, drawing)
    await expectSizes(files)
    expect(files).not.toHaveProperty('logo.png')
    expect(await readPixel(files['maskable-512.png'], 2, 2)).toEqual([0x1f, 0x6f, 0xb2, 255])
    // The bar of the H goes through the middle.
    expect(await readPixel(files['icon-512.png'], 256, 262)).toEqual([255, 255, 255, 255])
    const marked = await drawBrand(none, { ...drawing, initial: 'É' })
    const plain = await drawBrand(none, { ...drawing, initial: 'E' })
    expect(marked['icon-64.png']?.equals(plain['icon-64.png'] ?? none)).toBe(true)
    const other = await drawBrand(none, { ...drawing, initial: '商' })
    expect(other['icon-64.png']?.equals(plain['icon-64.png'] ?? none)).toBe(false)
  })

  it('leave SVG blocked', async () => {
    await drawBrand(Buffer.alloc(0), drawing)
    await expect(sharp(svg).metadata()).rejects.toThrow()
  })
})
