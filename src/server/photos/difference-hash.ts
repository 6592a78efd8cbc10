import type { Sharp } from 'sharp'

export const hashBits = 128
const bands = 4

/** A hash of four bands, each a signed 32-bit integer. */
export type PhotoHash = readonly number[]

/**
 * Photos with at most this many different bits count as the same. The number is smaller than the number of bands, so at
 * least one band is equal.
 */
export const maxDifferentBits = 2

/** How many bands are equal, at least, in photos that count as the same: each different bit is in only one band. */
export const minEqualBands = bands - maxDifferentBits

/** A picture is shrunk to this many pixels in width and height. */
const hashedPixels = 72
const cells = 9
const cellPixels = hashedPixels / cells
/** How many pixels a cell reaches into the cells around it, so that cropping a photo changes its cells less. */
const overlap = cellPixels / 2
/**
 * The smallest difference in brightness that counts, of 255. Smaller ones are noise, which changes when a photo is
 * compressed again.
 */
const minDifference = 2
/**
 * How many cells must be lighter or darker than the next cell, at least. Screenshots of a few lines look alike, so they
 * get no hash.
 */
const minContrasts = 48
/** How many bits must be set, and how many must not, across as well as down. A picture of one shade gets no hash. */
const minBitsOfEach = 4

/** Hashes a picture. Returns undefined for a picture without contrast. */
export async function hashPicture(picture: Sharp): Promise<PhotoHash | undefined> {
  const pixels = await picture
    .resize({ width: hashedPixels, height: hashedPixels, fit: 'fill', kernel: 'linear' })
    // This converts the shrunk picture. `greyscale` would convert all pixels first, which takes five times as long.
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return differenceHash(pixels)
}

/** The steps from a cell to the one on its right and to the one below it. */
const steps = [1, cells]

/**
 * Computes a difference hash: each bit says whether the next cell is brighter. Bits are dealt to the bands in turn, so
 * that a bare wall does not fill a whole band.
 */
function differenceHash(pixels: Uint8Array): PhotoHash | undefined {
  const levels = averageCells(pixels)
  const hash = Array<number>(bands).fill(0)
  const setBits = steps.map(() => 0)
  let contrasts = 0
  for (let y = 0; y < cells - 1; y++) {
    for (let x = 0; x < cells - 1; x++) {
      const cell = y * cells + x
      for (const [direction, step] of steps.entries()) {
        const difference = (levels[cell + step] ?? 0) - (levels[cell] ?? 0)
        const bit = difference > minDifference ? 1 : 0
        if (Math.abs(difference) > minDifference) contrasts++
        const band = (x + y + 2 * direction) % bands
        hash[band] = ((hash[band] ?? 0) << 1) | bit
        setBits[direction] = (setBits[direction] ?? 0) + bit
      }
    }
  }
  return contrasts >= minContrasts && setBits.every(isVaried) ? hash : undefined
}

const isVaried = (setBits: number) =>
  Math.min(setBits, hashBits / steps.length - setBits) >= minBitsOfEach

/**
 * Averages the pixels of each cell. This is more exact than shrinking the picture to these few pixels, which rounds:
 * differences of a fraction of a level count.
 */
function averageCells(pixels: Uint8Array): Float64Array {
  const levels = new Float64Array(cells * cells)
  for (let index = 0; index < levels.length; index++) {
    const [fromX, toX] = reach(index % cells)
    const [fromY, toY] = reach(Math.floor(index / cells))
    let sum = 0
    for (let y = fromY; y < toY; y++) {
      for (let x = fromX; x < toX; x++) sum += pixels[y * hashedPixels + x] ?? 0
    }
    levels[index] = sum / ((toX - fromX) * (toY - fromY))
  }
  return levels
}

const reach = (cell: number): [from: number, to: number] => [
  Math.max(0, cell * cellPixels - overlap),
  Math.min(hashedPixels, (cell + 1) * cellPixels + overlap),
]

export function countDifferentBits(one: PhotoHash, other: PhotoHash): number {
  return one.reduce((count, band, index) => count + countBits(band ^ (other[index] ?? 0)), 0)
}

/** Counts the bits that are set, by clearing the lowest one until none is left. */
function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
