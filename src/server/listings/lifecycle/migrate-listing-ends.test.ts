import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { migrate, migrateUpTo } from '../../database/migrate.ts'
import { migrateRows } from '../../database/migrations/009-listing-ends.ts'
import { openDatabase } from '../../database/open-database.ts'
import { dayMs } from '../../durations.ts'

stayOnBuiltInCampus()

/** Noon in Toronto, before and after the clocks go back on November 1. */
const october20 = Date.UTC(2026, 9, 20, 16)
const noonInWinter = (month: number, day: number) => Date.UTC(2026, month, day, 17)

/** The rows as the first build stored them, oldest first. */
const listings: { category: string; details: unknown; posted: number; ends: number }[] = [
  { category: 'rental', details: {}, posted: october20, ends: noonInWinter(11, 19) },
  { category: 'textbook', details: {}, posted: october20, ends: noonInWinter(9, 20 + 120) },
  { category: 'misc', details: {}, posted: october20, ends: noonInWinter(10, 19) },
  {
    category: 'rental',
    details: { is_sublet: true, date_available: '2027-05-01' },
    posted: october20,
    ends: noonInWinter(11, 4),
  },
  {
    category: 'rental',
    details: { is_sublet: true, date_available: '2026-11-02' },
    posted: october20,
    ends: Date.UTC(2026, 10, 17, 5),
  },
  // No listing ends sooner than 14 days after the upgrade. From then on one ends each minute; this one is the sixth.
  { category: 'misc', details: {}, posted: 0, ends: noonInWinter(10, 3) + 6 * 60_000 },
  // These details match no definition.
  ...[null, [], { is_sublet: true, date_available: 'soon' }, { is_sublet: 'yes' }].map(
    (details, index) => ({
      category: 'rental',
      details,
      posted: october20,
      ends: noonInWinter(11, index === 2 ? 4 : 19),
    }),
  ),
  { category: 'boats', details: {}, posted: october20, ends: noonInWinter(11, 19) },
]

async function openFirstBuild(engine: (typeof engines)[number]) {
  const db = await openDatabase(await testDatabaseSettings(engine))
  onTestFinished(() => db.close())
  await migrateUpTo(db, 6)
  const { id } = await insertTestUser(db)
  for (const { category, details, posted } of listings) {
    await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at)
      VALUES (${category}, ${id}, 'A', 1, '', ${JSON.stringify(details)}, '[]', '', ${posted}, ${posted})`)
  }
  return db
}

it.each(engines)('gives every listing an end by the rule of its category on %s', async (engine) => {
  const db = await openFirstBuild(engine)
  await migrateUpTo(db, 8)
  await db.transaction((tx) => migrateRows(tx, october20))
  const rows = await db.all<{ ends_at: number }>(sql`SELECT ends_at FROM listings ORDER BY id`)
  const readable = (time: number) => new Date(time).toISOString()
  expect(rows.map(({ ends_at }) => readable(ends_at))).toEqual(
    listings.map(({ ends }) => readable(ends)),
  )
})

it.each(engines)('leaves 14 days or more after the upgrade on %s', async (engine) => {
  const db = await openFirstBuild(engine)
  const columns = sql`category, seller_id, title, price_cents, description, details, photos,
    search_text, posted_at, updated_at`
  // Doubling the rows makes more than one batch.
  for (let doubling = 0; doubling < 6; doubling++) {
    await db.run(sql`INSERT INTO listings (${columns}) SELECT ${columns} FROM listings`)
  }
  const before = Date.now()
  await migrate(db)
  const row = await db.get<{ first: number; rows: number }>(sql`
    SELECT min(ends_at) AS first, count(*) AS rows FROM listings WHERE listed`)
  expect(row?.rows).toBe(listings.length * 64)
  // The days may be an hour shorter, because the clocks may go forward in them.
  expect(row?.first).toBeGreaterThan(before + 14 * dayMs - 3_600_001)
})

it.each(engines)(
  'keeps marks of listings and notes which photos are used on %s',
  async (engine) => {
    const db = await openDatabase(await testDatabaseSettings(engine))
    onTestFinished(() => db.close())
    await migrateUpTo(db, 22)
    const { id } = await insertTestUser(db)
    for (const [rank, reminded, asked] of [
      [1, 0, null],
      [2, october20, null],
      [3, 0, october20],
    ]) {
      await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, rank, ended_reminded_for, gone_asked_at)
      VALUES ('misc', ${id}, 'A', 1, '', '{}', '[]', '', 0, 0, ${rank}, ${reminded}, ${asked})`)
    }
    for (const name of ['shown', 'unused']) {
      await db.run(sql`
      INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
      VALUES (${name}, 1, 1, '', 1, ${id}, 0)`)
    }
    await db.run(sql`
    INSERT INTO photo_uses (photo_name, listing_id) SELECT 'shown', MAX(id) FROM listings`)
    await migrate(db)
    expect(
      await db.all(sql`
      SELECT rank, ended_reminded_for, gone_asked_at FROM listing_marks
      JOIN listings ON listings.id = listing_id ORDER BY rank`),
    ).toEqual([
      { rank: 2, ended_reminded_for: october20, gone_asked_at: null },
      { rank: 3, ended_reminded_for: 0, gone_asked_at: october20 },
    ])
    expect(await db.all(sql`SELECT name, is_unused FROM photos ORDER BY name`)).toEqual([
      { name: 'shown', is_unused: 0 },
      { name: 'unused', is_unused: 1 },
    ])
  },
)
