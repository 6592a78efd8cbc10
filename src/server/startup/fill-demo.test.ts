import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type CategoryId, categoryById, publicCategories } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { isListed, type ListingStatus, statusAt } from '#contract/listing-status.ts'
import { demoListings } from '#demo/listings.ts'
import { demoStudents } from '#demo/students.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { listListings } from '../listings/search/list-listings.ts'
import { toUploadedPhoto } from '../photos/attach-photos.ts'
import { upsertPhoto } from '../photos/photo-queries.ts'
import type { Photos } from '../photos/photos.ts'
import { fillDemo } from './fill-demo.ts'

stayOnBuiltInCampus()

const now = new Date('2026-02-10T09:00:00Z')
const listings = demoListings(now).slice(-4)
const photoCount = listings.flatMap(({ photos }) => photos).length

interface PostedListing {
  category: string
  email: string
  photos: string
  posted_at: number
}

interface FilledListing {
  category: string
  title: string
  status: ListingStatus
  ends_at: number
  ranked_at: number
}

const readPosted = (db: Db) =>
  db.all<PostedListing>(sql`
    SELECT category, email, photos, posted_at
    FROM listings JOIN users ON users.id = seller_id ORDER BY listings.id`)

/** Records uploads instead of encoding them. The upload after `limit` fails. */
function createFakePhotos(limit = Number.POSITIVE_INFINITY): Pick<Photos, 'save'> {
  let uploads = 0
  return {
    save: async (db, { uploaderId }) => {
      uploads += 1
      if (uploads > limit) throw new Error('The disk is full.')
      const name = String(uploads).padStart(32, '0')
      const photo = { name, width: 1024, height: 768, preview: '' }
      const upload = { bytes: 1, uploader_id: uploaderId, uploaded_at: 0, hash: undefined }
      await db.transaction((tx) => upsertPhoto(tx, { ...photo, ...upload }))
      return toUploadedPhoto(photo)
    },
  }
}

describe('fillDemo', () => {
  it('posts every listing in order of time, by its seller, with its own photos in order', async () => {
    const db = await openTestDatabase('sqlite')
    await fillDemo({ db, photos: createFakePhotos(), log: () => {} }, listings, now)

    const posted = await readPosted(db)
    expect(posted.map(({ category }) => category)).toEqual(listings.map(({ category }) => category))
    expect(posted.map(({ email }) => email)).toEqual(
      listings.map(({ seller }) => demoStudents[seller].email),
    )
    const times = posted.map(({ posted_at }) => posted_at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(now.getTime())
    const photos = posted.map((listing) => JSON.parse(listing.photos) as unknown[])
    expect(photos.map(({ length }) => length)).toEqual(listings.map(({ photos }) => photos.length))
    expect(new Set(photos.flat().map((photo) => JSON.stringify(photo))).size).toBe(photoCount)
  })

  it('leaves complete listings only when an upload fails', async () => {
    const db = await openTestDatabase('sqlite')
    const deps = { db, photos: createFakePhotos(photoCount - 3), log: () => {} }
    await expect(fillDemo(deps, listings, now)).rejects.toThrow('The disk is full.')

    const posted = await readPosted(db)
    expect(posted.length).toBeGreaterThan(0)
    expect(posted.length).toBeLessThan(listings.length)
    expect(posted.map((listing) => JSON.parse(listing.photos).length)).toEqual(
      listings.slice(0, posted.length).map(({ photos }) => photos.length),
    )
  })

  it('has listings of every kind of life, and a full page of each category', async () => {
    const { db, listings } = await fillWithoutPhotos()
    const rows = await db.all<FilledListing>(sql`
      SELECT category, title, status, ends_at, ranked_at FROM listings ORDER BY rank`)
    expect(rows.map(({ ranked_at }) => ranked_at)).toEqual(
      rows.map(({ ranked_at }) => ranked_at).toSorted((a, b) => a - b),
    )
    const titlesOf = (status: ListingStatus) =>
      rows.filter((row) => statusOf(row) === status).map(({ title }) => title)
    expect(titlesOf('expired').toSorted()).toEqual(['Floor lamp', 'Lab coat (S) and goggles'])
    for (const status of ['pending', 'sold'] as const) {
      const marked = listings.filter((listing) => listing.marked?.as === status)
      expect(titlesOf(status)).toHaveLength(marked.length)
      expect(new Set(marked.map(({ category }) => category)).size).toBe(publicCategories.length)
    }
    for (const { id } of publicCategories) {
      const listed = rows.filter((row) => row.category === id && isListed(statusOf(row)))
      expect(listed.length, id).toBeGreaterThanOrEqual(24)
    }
    const endsSoon = rows.filter(
      (row) => isListed(statusOf(row)) && row.ends_at < now.getTime() + 5 * dayMs,
    )
    expect(endsSoon.length).toBeGreaterThan(1)
  })

  it('has something for the new filters and searches', async () => {
    const { db } = await fillWithoutPhotos()
    const expectFound = async (id: CategoryId, query: string, atLeast: number) => {
      const filters = listQuery[id].parse(Object.fromEntries(new URLSearchParams(query)))
      const { total } = await listListings(db, categoryById[id], filters, now.getTime())
      expect(total, query).toBeGreaterThanOrEqual(atLeast)
    }
    await expectFound('rental', 'q=2 bedroom sublet', 3)
    await expectFound('rental', 'term=2026-spring&type=sublet', 4)
    await expectFound('rental', 'months=8', 2)
    await expectFound('rental', 'place=room&bedrooms=5', 3)
    await expectFound('textbook', 'isbn=978-1-285-74155-0', 3)
    await expectFound('textbook', 'listing_type=Selling', 20)
    await expectFound('textbook', 'listing_type=Wanting', 2)
    await expectFound('textbook', 'course=math138', 1)
    await expectFound('misc', 'q=concert', 2)
    await expectFound('misc', 'category=Tickets,Events', 5)
  })
})

async function fillWithoutPhotos() {
  const db = await openTestDatabase('sqlite')
  const listings = demoListings(now).map((listing) => ({ ...listing, photos: [] }))
  await fillDemo({ db, photos: createFakePhotos(), log: () => {} }, listings, now)
  return { db, listings }
}

const statusOf = (row: FilledListing) => statusAt(row, now.getTime())
