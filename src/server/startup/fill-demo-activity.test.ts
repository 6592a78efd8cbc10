import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { demoListings } from '#demo/listings.ts'
import { demoSearches } from '#demo/saved.ts'
import { demoStudents } from '#demo/students.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import type { Db } from '../database/database.ts'
import { findThreads } from '../messages/thread-queries.ts'
import { countFavourites } from '../saved/favourites/favourite-queries.ts'
import { readFavourites } from '../saved/favourites/favourites.ts'
import { findUserByEmail } from '../students/user-queries.ts'
import { fillDemo } from './fill-demo.ts'
import { fillDemoConversations, fillDemoSaved } from './fill-demo-activity.ts'

const now = new Date('2026-02-10T09:00:00Z')

async function readThreadsOf(db: Db, student: keyof typeof demoStudents) {
  const account = await findUserByEmail(db, demoStudents[student].email)
  if (!account) throw new Error(`${student} is missing.`)
  const threads = await findThreads(db, account.id, {
    before: undefined,
    limit: 9,
    now: now.getTime(),
  })
  return threads.map(({ is_buyer, title, unread }) => ({ is_buyer, title, unread }))
}

it('sample students have written to each other once, and no mail is due', async () => {
  const db = await openTestDatabase('sqlite')
  const listings = demoListings(now).map((listing) => ({ ...listing, photos: [] }))
  const photos = { save: () => expect.unreachable() }
  await fillDemo({ db, photos, log: () => {} }, listings, now)
  // The second start continues where the first was interrupted.
  for (const _ of [1, 2]) await fillDemoConversations(db, now)
  const bike = 'City bike with basket, fresh tune-up'
  expect(await readThreadsOf(db, 'ada')).toEqual([
    { is_buyer: 0, title: bike, unread: 1 },
    { is_buyer: 1, title: 'Acoustic guitar with stand and soft case', unread: 0 },
    { is_buyer: 0, title: 'Noise-cancelling headphones', unread: 0 },
  ])
  expect(await readThreadsOf(db, 'kwame')).toEqual([{ is_buyer: 1, title: bike, unread: 0 }])
  expect(await db.all(sql`SELECT 1 FROM thread_members WHERE mail_due_at IS NOT NULL`)).toEqual([])
  expect(await db.all(sql`SELECT 1 FROM jobs WHERE user_id IS NOT NULL`)).toEqual([])
})

it('are left out where the samples were deleted', async () => {
  const empty = await openTestDatabase('sqlite')
  await fillDemoConversations(empty, now)
  expect(await empty.all(sql`SELECT 1 FROM threads`)).toEqual([])
})

it('sample students have saved listings and searches once', async () => {
  const db = await openTestDatabase('sqlite')
  const listings = demoListings(now).map((listing) => ({ ...listing, photos: [] }))
  const photos = { save: () => expect.unreachable() }
  await fillDemo({ db, photos, log: () => {} }, listings, now)
  // The second start continues where the first was interrupted.
  for (const _ of [1, 2]) await fillDemoSaved(db, now)
  const { id: adaId = 0 } = (await findUserByEmail(db, demoStudents.ada.email)) ?? {}
  const favourites = await readFavourites(db, {
    studentId: adaId,
    now: now.getTime(),
    maySeeRequests: true,
  })
  expect(
    favourites.map(({ title, listing }) => [title, listing?.status, listing?.previousPrice]),
  ).toEqual([
    ['Furnished room in new building on Maple, own bathroom', 'pending', null],
    ['Principles of Microeconomics', 'available', null],
    ['Board game bundle (4 games)', 'sold', null],
    [
      'Three-seat sofa, super comfortable',
      'available',
      { price: 150, since: expect.stringContaining('2026-01-29') },
    ],
  ])
  const own = await db.all<{ id: number }>(sql`SELECT id FROM listings WHERE seller_id = ${adaId}`)
  const counts = [
    ...(
      await countFavourites(
        db,
        own.map(({ id }) => id),
      )
    ).values(),
  ]
  expect(counts.toSorted()).toEqual([1, 2, 3])
  expect(await db.all(sql`SELECT 1 FROM saved_searches`)).toHaveLength(demoSearches.length)
  // Every category has a listing whose price has dropped.
  expect(
    await db.all(sql`
      SELECT DISTINCT category FROM listings WHERE was_price_cents IS NOT NULL ORDER BY category`),
  ).toHaveLength(3)
})

it('are left out where the samples were deleted', async () => {
  const empty = await openTestDatabase('sqlite')
  await fillDemoSaved(empty, now)
  expect(await empty.all(sql`SELECT 1 FROM saved_searches`)).toEqual([])
})
