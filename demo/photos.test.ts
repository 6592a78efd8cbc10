import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import { rasterizeSvg, withSvgLoader } from '#server/startup/rasterize-svg.ts'
import { demoListings } from './listings.ts'

const folder = resolve(import.meta.dirname, 'photos')
const listings = demoListings(new Date('2026-03-31T12:00:00Z'))
const named = listings.flatMap(({ photos }) => photos)

describe('sample photos', () => {
  it('are one to four a listing, where one is needed', () => {
    for (const { category, photos, body } of listings) {
      expect(photos.length).toBeGreaterThanOrEqual(isWanted(categoryById[category], body) ? 0 : 1)
      expect(photos.length).toBeLessThanOrEqual(4)
    }
  })

  it('all exist, and each file belongs to exactly one listing', () => {
    expect(named.toSorted()).toEqual(readdirSync(folder).toSorted())
  })

  it('are all different', () => {
    const hashes = named.map((file) =>
      createHash('sha256')
        .update(readFileSync(resolve(folder, file)))
        .digest('hex'),
    )
    expect(new Set(hashes).size).toBe(named.length)
  })

  it('are SVG of 1024 by 768 pixels without scripts, links or outside files', async () => {
    for (const file of named) {
      const svg = readFileSync(resolve(folder, file))
      const { format, width, height } = await withSvgLoader(() => sharp(svg).metadata())
      expect({ file, format, width, height }).toEqual({
        file,
        format: 'svg',
        width: 1024,
        height: 768,
      })
      expect(svg.toString()).not.toMatch(/NaN|undefined|Infinity|<script|<image|href|@import/)
    }
  })

  it('rasterize to a picture', async () => {
    const svg = readFileSync(resolve(folder, named[0] ?? ''))
    const { channels } = await sharp(await withSvgLoader(() => rasterizeSvg(svg))).stats()
    expect(channels.some(({ stdev }) => stdev > 10)).toBe(true)
  })
})
