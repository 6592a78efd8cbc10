import './sharp-loaders.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { designColors } from '#campus/design-colors.ts'
import { maxLogoBytes } from '#campus/logo.ts'
import { photoLimits } from '#contract/photos.ts'
import { AppError } from '../errors.ts'
import { letterHeight, letterPaths } from './letter-paths.ts'
import { limitPhoto, throwDamaged } from './process-photo.ts'

/** What is drawn for a brand: its colours, and the letter that stands for a missing logo. */
export interface Drawing {
  fill: string
  text: string
  initial: string
}

/** The drawn files by name. */
export type BrandFiles = Record<string, Buffer>

const maxSide = 512

/** How a logo is encoded: without a loss if it is small enough, like most drawings. */
const encodings = [{ lossless: true }, { quality: 90 }, { quality: 70 }, { quality: 40 }]

/** Makes the WebP of a logo that is stored. It has the limits of a photo, but keeps its transparency. */
export async function encodeLogo(bytes: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(await limitPhoto(bytes), {
    limitInputPixels: photoLimits.maxPixels,
    failOn: 'error',
  })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(throwDamaged)
  const { width, height } = info
  for (const encoding of encodings) {
    const picture = sharp(data, { raw: { width, height, channels: 4 } })
    const encoded = await picture.webp({ ...encoding, effort: 4 }).toBuffer()
    if (encoded.length <= maxLogoBytes) return encoded
  }
  throw new AppError('bad_request', 'This picture has too much detail for a logo. Choose another.')
}

/** How much of the side of an icon the logo takes up. Phones cut maskable icons to a circle of 80 %. */
const shares = { plain: 1, touch: 0.8, maskable: 0.56 }

/** Draws all files of a brand. Without a logo, they have the first letter of its name on the accent. */
export async function drawBrand(logo: Buffer, drawing: Drawing): Promise<BrandFiles> {
  const picture = logo.length > 0 ? logo : undefined
  const icon = (size: number, share: keyof typeof shares) =>
    picture ? drawLogoIcon(picture, size, share) : drawLetter(drawing, size, share === 'plain')
  return {
    'icon-64.png': await icon(64, 'plain'),
    'icon-180.png': await icon(180, 'touch'),
    'icon-192.png': await icon(192, 'plain'),
    'icon-512.png': await icon(512, 'plain'),
    'maskable-512.png': await icon(512, 'maskable'),
    'preview.png': await drawPreview(picture, drawing),
    // Outlook on Windows shows no WebP.
    ...(picture && { 'logo.png': await sharp(picture).png().toBuffer() }),
  }
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

async function drawLogoIcon(logo: Buffer, size: number, kind: keyof typeof shares) {
  const side = Math.round(size * shares[kind])
  const input = await sharp(logo)
    .resize({ width: side, height: side, fit: 'contain', background: transparent })
    .png()
    .toBuffer()
  // iOS fills transparent pixels with black.
  const background = kind === 'plain' ? transparent : designColors.light.card
  return drawOn(background, [size, size], [{ input }])
}

const drawOn = (
  background: string | typeof transparent,
  [width, height]: [number, number],
  pictures: OverlayOptions[],
) =>
  sharp({ create: { width, height, channels: 4, background } })
    .composite(pictures)
    .png({ palette: true })
    .toBuffer()

/** Draws the picture of links to pages that have no photo. */
async function drawPreview(logo: Buffer | undefined, drawing: Drawing) {
  const [width, height] = [1200, 630]
  const input = logo
    ? await sharp(logo).resize({ width: 640, height: 320, fit: 'inside' }).png().toBuffer()
    : await drawLetter(drawing, 280, true)
  const bar = { width, height: 28, channels: 4 as const, background: drawing.fill }
  return drawOn(
    designColors.light.paper,
    [width, height],
    [{ input }, { input: { create: bar }, gravity: 'south' }],
  )
}

/** Draws a letter on a tile. A letter that the table does not have is a ring. */
async function drawLetter({ fill, text, initial }: Drawing, size: number, isRound: boolean) {
  const base = initial.normalize('NFD').slice(0, 1)
  const letter = letterPaths[base]
  const scale = (isRound ? 58 : 46) / letterHeight
  const shape = letter
    ? `<path fill="${text}" transform="translate(50 50) scale(${scale} ${-scale}) translate(${-letter.width / 2 - letter.left} ${-letterHeight / 2})" d="${letter.path}"/>`
    : `<circle cx="50" cy="50" r="20" fill="none" stroke="${text}" stroke-width="10"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100"><rect width="100" height="100" rx="${isRound ? 24 : 0}" fill="${fill}"/>${shape}</svg>`
  // Uploads must never be SVG. This one is ours, and a process does one task at a time.
  const loader = { operation: ['VipsForeignLoadSvgBuffer'] }
  sharp.unblock(loader)
  try {
    return await sharp(Buffer.from(svg)).png().toBuffer()
  } finally {
    sharp.block(loader)
  }
}
