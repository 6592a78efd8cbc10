import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoListings, photosOf } from '../demo-listings.ts'
import { drawPhotos, type Scene } from './draw-photo.ts'
import { PALETTES } from './palettes.ts'

const allPhotos = () => demoListings(new Date('2026-01-15T12:00:00Z')).flatMap(photosOf)

const bookScene = (title: string, author: string): Scene => ({
  kind: 'book',
  palette: 'clay',
  layout: 'band',
  motif: 'curves',
  views: ['standing', 'lying', 'stack', 'back', 'open', 'detail'],
  words: { title, author },
})

describe('drawn photos', () => {
  it('are the same on every run', () => {
    expect(allPhotos()).toEqual(allPhotos())
  })

  it('are numbers all through', () => {
    for (const svg of allPhotos()) expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('all rasterise', async () => {
    for (const svg of allPhotos()) {
      const { width, height } = await sharp(Buffer.from(svg)).metadata()
      expect([width, height]).toEqual([1024, 768])
    }
    const sample = drawPhotos(bookScene('Calculus', 'James Stewart'), 'sample')[0] ?? ''
    const { channels } = await sharp(Buffer.from(sample)).stats()
    expect(channels.some(({ stdev }) => stdev > 10)).toBe(true)
  })

  it('write a title as text, never as markup', async () => {
    const [cover = ''] = drawPhotos(bookScene('<script> & "Sons\'"', 'A <b> & C'), 'odd')
    expect(cover).toContain('&lt;script&gt;')
    expect(cover).not.toMatch(/<script|<b>/)
    await expect(sharp(Buffer.from(cover)).png().toBuffer()).resolves.toBeInstanceOf(Buffer)
  })

  it('use one palette for all photos of one home', () => {
    const scene: Scene = {
      kind: 'home',
      palette: 'sea',
      season: 'summer',
      time: 'noon',
      views: ['bed', 'study'],
    }
    for (const svg of drawPhotos(scene, 'home')) expect(svg).toContain(PALETTES.sea.ink)
  })
})
