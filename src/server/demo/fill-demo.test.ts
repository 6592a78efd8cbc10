import { describe, expect, it } from 'vitest'
import { demoListings, photosOf } from './demo-listings.ts'
import { type DemoServices, fillDemo } from './fill-demo.ts'
import { STUDENTS } from './students.ts'

const now = new Date('2026-02-10T09:00:00Z')
const listings = demoListings(now).slice(-8)

interface Posted {
  category: string
  seller: string
  photos: string[]
  postedAt: Date
}

function recordingServices(onPost: (posted: Posted[]) => void = () => {}) {
  const posted: Posted[] = []
  let uploads = 0
  const services: DemoServices<string> = {
    createUser: async ({ email }) => email,
    uploadPhoto: async () => {
      uploads += 1
      return `/uploads/${uploads}.webp`
    },
    createListing: async (category, seller, { photos }, postedAt) => {
      posted.push({ category, seller, photos, postedAt })
      onPost(posted)
    },
  }
  return { services, posted }
}

describe('filling a new database', () => {
  it('posts every listing in the order of time, by its seller, with its own photos in order', async () => {
    const lines: string[] = []
    const { services, posted } = recordingServices()
    await fillDemo(services, (line) => lines.push(line), { now, listings })

    expect(posted.map(({ category }) => category)).toEqual(listings.map(({ category }) => category))
    expect(posted.map(({ seller }) => seller)).toEqual(
      listings.map(({ seller }) => STUDENTS[seller].email),
    )
    const times = posted.map(({ postedAt }) => postedAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(now.getTime())
    expect(posted.map(({ photos }) => photos.length)).toEqual(
      listings.map((listing) => photosOf(listing).length),
    )
    expect(new Set(posted.flatMap(({ photos }) => photos)).size).toBe(
      posted.flatMap(({ photos }) => photos).length,
    )
    expect(lines[0]).toContain(String(listings.length))
  })

  it('stops when told to, leaving whole listings only', async () => {
    const stop = new AbortController()
    const { services, posted } = recordingServices((all) => {
      if (all.length === 3) stop.abort()
    })
    const filling = fillDemo(services, () => {}, { now, listings, signal: stop.signal })
    await expect(filling).rejects.toThrow(/abort/i)
    expect(posted.length).toBeLessThan(6)
    for (const { photos } of posted) expect(photos.length).toBeGreaterThan(0)
  })
})
