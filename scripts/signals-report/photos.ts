import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { demoListings } from '#demo/listings.ts'
import { serverCategories } from '#server/categories/index.ts'
import {
  countDifferentBits,
  hashPicture,
  maxDifferentBits,
  type PhotoHash,
} from '#server/photos/difference-hash.ts'
import { rasterizeSvg, withSvgLoader } from '#server/startup/rasterize-svg.ts'
import { createRandom } from '../seed/seeded-random.ts'
import { drawPhoto } from './draw-photo.ts'

const demoFolder = resolve(import.meta.dirname, '../../demo/photos')
const originalWidth = 1024
const unrelatedWidth = 160

type Copy = (original: Buffer) => Promise<Buffer>

/** The ways in which somebody changes a photo before using it in another listing. */
const copies: Record<string, Copy> = {
  'resized to 320 px': (original) => sharp(original).resize(320).jpeg().toBuffer(),
  'resized to 640 px': (original) => sharp(original).resize(640).jpeg().toBuffer(),
  'resized to 50 %': (original) =>
    sharp(original)
      .resize(originalWidth / 2)
      .jpeg()
      .toBuffer(),
  'JPEG at 80': (original) => sharp(original).jpeg({ quality: 80 }).toBuffer(),
  'JPEG at 60': (original) => sharp(original).jpeg({ quality: 60 }).toBuffer(),
  'JPEG at 40': (original) => sharp(original).jpeg({ quality: 40 }).toBuffer(),
  'WebP at 50': (original) => sharp(original).webp({ quality: 50 }).toBuffer(),
  'the smallest variant, as JPEG at 40': async (original) => {
    const variant = await sharp(original).resize(320).webp({ quality: 76 }).toBuffer()
    return sharp(variant).jpeg({ quality: 40 }).toBuffer()
  },
  'cropped by 1 % of its width and height': (original) => crop(original, 0.01),
  'cropped by 2 % of its width and height': (original) => crop(original, 0.02),
  'cropped by 3 % of its width and height': (original) => crop(original, 0.03),
}

/** Crops the photo: half of the share on each side. */
async function crop(original: Buffer, share: number): Promise<Buffer> {
  const { width, height } = await sharp(original).metadata()
  const [left, top] = [Math.round((width * share) / 2), Math.round((height * share) / 2)]
  const part = { left, top, width: width - 2 * left, height: height - 2 * top }
  return sharp(original).extract(part).jpeg().toBuffer()
}

/** Measures the copies of `count` sample photos and as many drawn ones with camera grain. */
export async function measureCopies(count: number) {
  const originals = await withSvgLoader(async () => {
    const demo = (await demoPhotos()).filter((_, index, all) => index % (all.length / count) < 1)
    const drawn = Array.from({ length: count }, (_, index) => drawPhoto(index, originalWidth))
    return Promise.all([...demo.map(rasterizeSvg), ...drawn.map(addGrain)])
  })
  const hashes = await Promise.all(originals.map(hash))
  const shares: { copy: string; shareFound: number }[] = []
  for (const [copy, make] of Object.entries(copies)) {
    const copied = await Promise.all(originals.map(async (each) => hash(await make(each))))
    const found = copied.filter((each, index) => isSame(hashes[index], each)).length
    shares.push({ copy, shareFound: found / originals.length })
  }
  return shares
}

/** Measures all pairs of the compared sample photos and `count` drawn ones. No two show the same thing. */
export async function measureUnrelated(count: number) {
  const hashes = await withSvgLoader(async () => {
    const drawn = Array.from({ length: count }, (_, index) => drawPhoto(index, unrelatedWidth))
    const found: (PhotoHash | undefined)[] = []
    for (const svg of [...drawn, ...(await demoPhotos())]) found.push(await hash(svg))
    return found
  })
  const hashed = hashes.filter((each) => each !== undefined)
  let [near, leastBits] = [0, Number.POSITIVE_INFINITY]
  for (const [index, one] of hashed.entries()) {
    for (const other of hashed.slice(0, index)) {
      const bits = countDifferentBits(one, other)
      if (bits <= maxDifferentBits) near++
      leastBits = Math.min(leastBits, bits)
    }
  }
  return { photos: hashes.length, hashed: hashed.length, near, leastBits }
}

const hash = (picture: Buffer) => hashPicture(sharp(picture).flatten({ background: 'white' }))

const isSame = (one: PhotoHash | undefined, other: PhotoHash | undefined) =>
  one && other && countDifferentBits(one, other) <= maxDifferentBits

/** Returns the sample photos of the categories whose photos are compared. */
function demoPhotos(): Promise<Buffer[]> {
  const files = demoListings(new Date())
    .filter(({ category }) => serverCategories[category].photosToldApartBy)
    .flatMap(({ photos }) => photos)
  return Promise.all(files.map((file) => readFile(resolve(demoFolder, file))))
}

const grainSize = 256
const grain = sharp(drawGrain(), { raw: { width: grainSize, height: grainSize, channels: 3 } })

function drawGrain(): Buffer {
  const { integer } = createRandom(22, 0)
  const level = () => 128 + integer(-25, 25) + integer(-25, 25)
  return Buffer.from(Uint8Array.from({ length: grainSize * grainSize * 3 }, level))
}

async function addGrain(svg: Buffer): Promise<Buffer> {
  const input = await grain.clone().png().toBuffer()
  return sharp(svg)
    .composite([{ input, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}
