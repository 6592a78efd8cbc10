import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { insertListing, updateListingPhotos } from '../../listings/listing-queries.ts'
import { maxCauses } from '../../words/word-signals.ts'
import { type Duplicate, duplicateSignal, readDuplicates } from './read-duplicates.ts'

const now = Date.UTC(2026, 10, 15, 12)
const category = categoryById.misc
const photoName = (id: string) => id.repeat(32)

interface Posted {
  title?: string
  daysAgo?: number
  status?: ListingStatus
  details?: object
  cover?: string
  seller?: number
}

async function open(engine: Engine) {
  const db = await openTestDatabase(engine)
  const { id: seller } = await insertTestUser(db)
  const post = async (listing: Posted) => {
    const posted_at = now - (listing.daysAgo ?? 1) * dayMs
    return db.transaction(async (tx) => {
      const id = await insertListing(tx, {
        category: category.id,
        seller_id: listing.seller ?? seller,
        title: listing.title ?? 'Desk lamp',
        price_cents: 500,
        description: '',
        details: JSON.stringify(listing.details ?? {}),
        search_text: '',
        posted_at,
        ends_at: posted_at + 30 * dayMs,
      })
      if (listing.status) {
        await tx.run(sql`UPDATE listings SET status = ${listing.status} WHERE id = ${id}`)
      }
      if (listing.cover) await updateListingPhotos(tx, id, toPhotos(listing.cover))
      return { category: category.id, id, seller_id: listing.seller ?? seller, posted_at }
    })
  }
  const readAll = async (row: Awaited<ReturnType<typeof post>>) =>
    (await readDuplicates(db, row, now)).map(({ id }) => id)
  /** Reads the first duplicate of each row. */
  const read = async (rows: Awaited<ReturnType<typeof post>>[]) =>
    Promise.all(rows.map(async (row) => (await readAll(row))[0]))
  return { db, seller, post, read, readAll }
}

const toPhotos = (url: string) =>
  JSON.stringify([
    { url, width: 8, height: 6, preview: 'data:,' },
    { url: '/uploads/second.webp', width: 8, height: 6, preview: 'data:,' },
  ])

async function insertPhoto(db: Db, uploader: number, name: string, band: number | null) {
  await db.run(sql`
    INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at, band_1,
      band_2, band_3, band_4, hashed_at, first_uploaded_at)
    VALUES (${name}, 8, 6, 'data:,', 1, ${uploader}, ${now}, ${band}, ${band}, ${band}, ${band},
      ${now}, ${now})`)
}

describe.each(engines)('duplicates on %s', (engine) => {
  it('are found for each of a student’s listings, the newest earlier one', async () => {
    const { db, post, read } = await open(engine)
    const { id: other } = await insertTestUser(db, at('bob'))
    const first = await post({ daysAgo: 9 })
    const others = await post({ daysAgo: 8, seller: other })
    const second = await post({ daysAgo: 7, title: 'Desk  lamp!' })
    const wanted = await post({ daysAgo: 6, details: { listing_type: 'Wanting' } })
    const third = await post({ daysAgo: 5 })
    const shelf = await post({ daysAgo: 4, title: 'Bookshelf' })
    expect(await read([third, shelf, wanted, second, first])).toEqual([
      second.id,
      undefined,
      undefined,
      first.id,
      undefined,
    ])
    expect(await read([third])).toEqual([second.id])
    expect(await read([others])).toEqual([undefined])
  })

  it.each<[status: ListingStatus, isFound: boolean]>([
    ['available', true],
    ['pending', true],
    ['sold', false],
    ['expired', false],
    ['hidden', true],
    ['removed', true],
  ])('of one that is %s', async (status, isFound) => {
    const { post, read } = await open(engine)
    const earlier = await post({ daysAgo: 9, status })
    const row = await post({})
    expect(await read([row])).toEqual([isFound ? earlier.id : undefined])
  })

  it('are so many at most, then those that were taken down', async () => {
    const { post, readAll } = await open(engine)
    const old = await post({ daysAgo: 9 })
    const removed = await post({ daysAgo: 8, status: 'removed' })
    const newer = await post({ daysAgo: 7 })
    const row = await post({})
    expect(await readAll(row)).toEqual([newer.id, old.id, removed.id])
    for (let count = 0; count < maxCauses; count++) await post({ daysAgo: 6 })
    const ids = await readAll(row)
    expect(ids).toHaveLength(maxCauses + 1)
    expect(ids).not.toContain(newer.id)
    expect(ids.at(-1)).toBe(removed.id)
  })

  it('are not of what has ended by the clock', async () => {
    const { post, read } = await open(engine)
    await post({ daysAgo: 30 })
    expect(await read([await post({})])).toEqual([undefined])
  })

  it('have the same cover photo, by its name or its hash', async () => {
    const { db, seller, post, read } = await open(engine)
    const bands: [string, number | null][] = [
      ['a', 5],
      ['b', 5],
      ['c', -6],
      ['d', null],
      ['e', null],
    ]
    const urls = bands.map(([name]) => `/uploads/${photoName(name)}.webp`)
    for (const [name, band] of bands) await insertPhoto(db, seller, photoName(name), band)
    const covers = [...urls, urls[4], 'https://photos.example/1.jpg']
    const titles = ['Lamp', 'Chair', 'Bicycle', 'Kettle', 'Bookshelf', 'Ticket', 'Sofa']
    const rows: Awaited<ReturnType<typeof post>>[] = []
    for (const [index, cover = ''] of covers.entries()) {
      rows.push(await post({ title: titles[index] ?? '', cover, daysAgo: 20 - index }))
    }
    rows.push(await post({ title: 'Mirror', cover: covers.at(-1) ?? '', daysAgo: 2 }))
    expect(await read(rows)).toEqual([
      undefined,
      rows[0]?.id,
      undefined,
      undefined,
      undefined,
      rows[4]?.id,
      undefined,
      rows[6]?.id,
    ])
  })
})

const earlier: Duplicate = {
  category: 'misc',
  id: 12,
  title: 'Desk lamp',
  status: 'available',
  postedAt: Date.UTC(2026, 10, 2, 12),
  renewedAt: null,
  likeness: { title: 1, coverBits: undefined },
  laterPostedAt: now - dayMs,
  now,
}

it('says what it looks like, since when, and what to do', () => {
  expect(duplicateSignal(earlier)).toEqual({
    kind: 'duplicate',
    rule: 'duplicate',
    id: 'duplicate 12',
    sentence: 'Looks like “Desk lamp”, posted from the same account on Nov 2.',
    advice: 'Delete one of them or mark one as sold.',
    facts: [
      {
        label: 'Earlier listing',
        value: 'Desk lamp',
        listing: { category: 'misc', id: 12 },
      },
      { label: 'Titles', value: 'Alike to 1.00' },
      { label: 'Cover photos', value: 'Different' },
      { label: 'Posted', value: 'Nov 2, this one Nov 14' },
    ],
  })
})

const shared = { title: 0, coverBits: 0 }

it.each<[Partial<Duplicate>, string]>([
  [{ likeness: shared }, 'Has the same cover photo as “Desk lamp”, posted'],
  [{ postedAt: Date.UTC(2025, 11, 30, 12) }, 'posted from the same account on Dec 30, 2025.'],
  [{ status: 'removed' }, 'posted from the same account on Nov 2 and removed since.'],
  [{ status: 'hidden' }, 'posted from the same account on Nov 2 and hidden since.'],
])('%#: its sentence', (changes, sentence) => {
  expect(duplicateSignal({ ...earlier, ...changes }).sentence).toContain(sentence)
})

it.each<[Partial<Duplicate>, string, string]>([
  [{ likeness: { title: 1 - 1 / 30, coverBits: 0 } }, 'Titles', 'Alike to 0.96'],
  [{ likeness: shared }, 'Titles', 'Not alike'],
  [{ likeness: shared }, 'Cover photos', 'The same'],
  [{ likeness: { title: 1, coverBits: 1 } }, 'Cover photos', 'The same but for 1 bit of 128'],
  [{ likeness: { title: 1, coverBits: 2 } }, 'Cover photos', 'The same but for 2 bits of 128'],
  [{ renewedAt: Date.UTC(2026, 10, 9, 12) }, 'Renewed', 'Nov 9'],
])('%#: the numbers behind it', (changes, label, value) => {
  expect(duplicateSignal({ ...earlier, ...changes }).facts).toContainEqual({ label, value })
})

it('tells moderators to look at what was taken down', () => {
  expect(duplicateSignal({ ...earlier, status: 'removed' }).advice).toBe(
    'See why that one was removed.',
  )
})
