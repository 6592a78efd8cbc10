import type { Sharp } from 'sharp'

export const hashBits = 128
const bands = 4

/** Four bands, which are signed 32-bit integers. */
export type PhotoHash = readonly number[]

/**
 * Photos with at most this many different bits count as the same. It is less than the number of bands, so that at least
 * one band is equal.
 */
export const maxDifferentBits = 2

/** How many bands of such photos are equal at least, because each bit is in one band. */
export const minEqualBands = bands - maxDifferentBits

/** A picture is shrunk to this many pixels each way. */
const hashedPixels = 72
const cells = 9
const cellPixels = hashedPixels / cells
/** A cell reaches this far into those around it, so that a cropped copy moves it less. */
const overlap = cellPixels / 2
/** A smaller difference, of 255 levels, is noise, which compressing the photo again would change. */
const minDifference = 2
/**
 * At least this many cells must be lighter or darker than the next one. Screenshots of a few lines look alike, so they
 * get no hash.
 */
const minContrasts = 48
/**
 * At least this many bits must be set and this many not, across as well as down. A picture of one shade gets no hash.
 */
const minBitsOfEach = 4

/** Returns undefined for a picture without contrast. */
export async function hashPicture(picture: Sharp): Promise<PhotoHash | undefined> {
  const pixels = await picture
    .resize({ width: hashedPixels, height: hashedPixels, fit: 'fill', kernel: 'linear' })
    // Converts what was shrunk; `greyscale` would convert all pixels first, which takes five times as long.
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return differenceHash(pixels)
}

/** The steps to the cell on the right and to the one below. */
const steps = [1, cells]

/**
 * Computes a difference hash: each bit says whether the next cell is brighter. Bits are dealt to the bands in turn, so
 * that a bare wall does not fill one of them.
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
 * Averaging is more exact than shrinking to these few pixels, which rounds: a difference of a fraction of a level
 * counts.
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

/** Clears the lowest bit that is set until there is none. */
function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
