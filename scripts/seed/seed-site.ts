import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'
import { dayMs } from '#server/durations.ts'
import { createPasswordHasher } from '#server/students/passwords/password-hasher.ts'
import { seedListings } from './seed-listings.ts'

/** The largest site that Quad promises to serve without a stall. */
export const fullSite = { listings: 1_000_000, students: 500_000, messages: 10_000_000 }

export type SiteSize = typeof fullSite

interface SiteOptions {
  ended?: number
  now?: number
  log: (line: string) => void
}

const messagesPerThread = 10
const batchSize = 20_000

/**
 * Fills a site with students, listings, conversations and everything else that grows. Each batch is a transaction, and an
 * interrupted run continues where it ended.
 */
export async function seedSite(
  db: Db,
  size: SiteSize,
  { ended = 0.9, now = Date.now(), log }: SiteOptions,
) {
  if (db.dialect === 'sqlite') {
    // Commits this large would keep the server's own checkpoints behind, and the log would grow to the size of the data.
    await db.script('PRAGMA cache_size = -400000; PRAGMA wal_autocheckpoint = 1000')
  }
  const count = async (table: Sql) =>
    Number((await db.get<{ rows: number }>(sql`SELECT COUNT(*) AS rows FROM ${table}`))?.rows)
  const existing = await count(sql`listings`)
  if (existing < size.listings) {
    log(`${(size.listings - existing).toLocaleString('en-CA')} listings`)
    await seedListings(db, { listings: size.listings - existing, ended, now, sellers: 3_000 })
  }
  const passwordHash = await createPasswordHasher().hash(crypto.randomUUID(), 'localhost')
  const threads = size.messages / messagesPerThread
  const steps = seedSteps({ ...size, threads, now, passwordHash })
  for (const { name, table, rows, insert } of steps) {
    for (let from = await count(table); from < rows; from += batchSize) {
      if (from % (batchSize * 25) === 0) log(`${name}: ${from.toLocaleString('en-CA')}`)
      const numbers = sql`
        WITH RECURSIVE numbers (n) AS (
          SELECT CAST(${from + 1} AS BIGINT) UNION ALL
          SELECT n + 1 FROM numbers WHERE n < ${Math.min(rows, from + batchSize)})`
      await db.transaction(async (tx) => {
        for (const statement of insert(numbers)) await tx.run(statement)
      })
    }
  }
  await db.script('ANALYZE')
}

interface SeedStep {
  name: string
  /** The table whose rows are counted to find where to continue. */
  table: Sql
  rows: number
  /** `numbers` has a row `n` for each row to insert, counted from 1. */
  insert: (numbers: Sql) => Sql[]
}

/** Returns the steps. Rows refer to each other by arithmetic on their numbers, which is fast and the same in every run. */
function seedSteps(
  site: SiteSize & { threads: number; now: number; passwordHash: string },
): SeedStep[] {
  const { listings, students, threads, now } = site
  // Numbers are written as text, because PostgreSQL treats a parameter beside an integer as 32 bits.
  const number = (value: number) => raw(String(value))
  const [at, day] = [number(now), raw(`CAST(${dayMs} AS BIGINT)`)]
  const student = sql`(SELECT MIN(id) FROM users WHERE email >= 'full-' AND email < 'full.') + n % ${number(students)}`
  const listing = sql`1 + n * 7 % ${number(listings)}`
  const ago = (days: number) => sql`${at} - (n * 7919 % ${number(days)}) * ${day}`
  const today = Math.floor(now / dayMs)
  return [
    {
      name: 'students',
      table: sql`users WHERE email >= 'full-' AND email < 'full.'`,
      rows: students,
      insert: (numbers) => [
        sql`
          INSERT INTO users (first_name, last_name, email, password_hash, created_at, confirmed_at)
          ${numbers} SELECT 'Sam ' || n % 997, 'Tester ' || n % 9973, 'full-' || n || '@uwaterloo.ca', ${site.passwordHash},
            ${ago(700)}, ${at} FROM numbers`,
        sql`
          INSERT INTO message_versions (user_id, version)
          SELECT id, 1 FROM users WHERE id > (SELECT COALESCE(MAX(user_id), 0) FROM message_versions)`,
      ],
    },
    {
      name: 'conversations',
      table: sql`threads`,
      rows: threads,
      insert: (numbers) => [
        sql`
          INSERT INTO threads (category, listing_id, title, created_at, last_message_at, expires_at)
          ${numbers} SELECT 'misc', ${listing}, 'A thing ' || n, ${at}, ${at},
            ${at} + (n % 365) * ${day} FROM numbers`,
        sql`
          INSERT INTO messages (thread_id, is_from_buyer, client_id, body, created_at)
          WITH RECURSIVE parts (part) AS (
            SELECT 1 UNION ALL SELECT part + 1 FROM parts WHERE part < ${messagesPerThread})
          SELECT threads.id, part % 2, 'client ' || part, 'Is it still there? Could I see it tomorrow?', ${at}
          FROM threads, parts
          WHERE threads.id > (SELECT COALESCE(MAX(thread_id), 0) FROM thread_members)
          ORDER BY threads.id, part`,
        sql`
          INSERT INTO thread_members (thread_id, is_buyer, user_id, listing_id, last_message_id, unread)
          WITH added AS (
            SELECT id AS n, listing_id FROM threads
            WHERE id > (SELECT COALESCE(MAX(thread_id), 0) FROM thread_members))
          SELECT n, 1, ${student}, listing_id,
            (SELECT MAX(id) FROM messages WHERE thread_id = n), n % 2 FROM added
          UNION ALL
          SELECT n, 0, (SELECT seller_id FROM listings WHERE id = listing_id), listing_id,
            (SELECT MAX(id) FROM messages WHERE thread_id = n), 0 FROM added`,
      ],
    },
    {
      // Sample students have no sales, so the sold listings go to others.
      name: 'sales',
      table: sql`listings WHERE went_for_cents IS NOT NULL`,
      rows: listings * 0.3,
      insert: (numbers) => [
        sql`
          ${numbers} UPDATE listings SET
            seller_id = (SELECT MIN(id) FROM users WHERE email >= 'full-' AND email < 'full.')
              + listings.id % ${number(students)},
            sold_at = status_changed_at, went_for_cents = price_cents - price_cents / 10
          WHERE id IN (
            SELECT id FROM listings WHERE status = 'sold' AND went_for_cents IS NULL ORDER BY id
            LIMIT (SELECT COUNT(*) FROM numbers))`,
      ],
    },
    {
      name: 'favourites',
      table: sql`favourites`,
      rows: listings,
      insert: (numbers) => [
        sql`
          INSERT INTO favourites (user_id, listing_id, created_at, known_at, known_status)
          ${numbers} SELECT ${student}, ${listing}, ${ago(100)}, ${at}, 'available' FROM numbers`,
      ],
    },
    {
      name: 'saved searches',
      table: sql`saved_searches`,
      rows: students * 0.4,
      insert: (numbers) => [
        sql`
          INSERT INTO saved_searches (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
          ${numbers} SELECT ${student}, 'rental', 'max_price=' || 500 + n % 700, 'daily',
            (SELECT MAX(rank) FROM listings) - 50, ${ago(100)}, ${ago(100)} FROM numbers`,
      ],
    },
    {
      name: 'photos',
      table: sql`photos`,
      rows: listings,
      insert: (numbers) => [
        sql`
          INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at, hashed_at,
            band_1, band_2, band_3, band_4, first_uploaded_at, is_unused)
          ${numbers} SELECT 'full-' || n, 1600, 1200, '', 200000, ${student}, ${ago(100)}, ${at},
            n * 7919 % 2147483647, n * 104729 % 2147483647, n * 1299709 % 2147483647,
            n * 15485863 % 2147483647, ${ago(100)}, 0 FROM numbers`,
        sql`
          INSERT INTO photo_uses (photo_name, listing_id)
          ${numbers} SELECT 'full-' || n, ${listing} FROM numbers`,
      ],
    },
    {
      name: 'views',
      table: sql`listing_views`,
      rows: listings,
      insert: (numbers) => [
        sql`
          INSERT INTO listing_views (listing_id, day, views)
          ${numbers} SELECT ${listing}, ${number(today)} - n % 40, 1 + n % 9 FROM numbers`,
      ],
    },
    {
      name: 'former prices',
      table: sql`listing_prices`,
      rows: listings / 2,
      insert: (numbers) => [
        sql`
          INSERT INTO listing_prices (listing_id, price_cents, since, until)
          ${numbers} SELECT ${listing}, 1000 + n % 9000, ${at} - 90 * ${day},
            ${at} - (n % 60) * ${day} FROM numbers`,
      ],
    },
    {
      name: 'mailed listings',
      table: sql`mailed_listings`,
      rows: listings,
      insert: (numbers) => [
        sql`
          INSERT INTO mailed_listings (user_id, listing_id, mailed_at)
          ${numbers} SELECT ${student}, ${listing}, ${ago(160)} FROM numbers`,
      ],
    },
    {
      name: 'security events',
      table: sql`security_events`,
      rows: students * 2,
      insert: (numbers) => [
        sql`
          INSERT INTO security_events (user_id, kind, device, network_hash, created_at)
          ${numbers} SELECT ${student}, 'login', 'Firefox on Windows', 'network ' || n % 5000,
            ${ago(40)} FROM numbers`,
      ],
    },
    {
      name: 'sessions',
      table: sql`sessions`,
      rows: students,
      insert: (numbers) => [
        sql`
          INSERT INTO sessions (selector_hash, user_id, secret_hash, rotated_at, created_at, refreshed_at)
          ${numbers} SELECT 'full ' || n, ${student}, '', ${at}, ${ago(60)}, ${ago(20)} FROM numbers`,
      ],
    },
    {
      name: 'blocks',
      table: sql`blocks`,
      rows: students / 10,
      insert: (numbers) => [
        sql`
          INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
          ${numbers} SELECT ${student}, 1 + n % 100, 'hash ' || n, ${at} FROM numbers`,
      ],
    },
    {
      name: 'counters',
      table: sql`rate_limits`,
      rows: students,
      insert: (numbers) => [
        sql`
          INSERT INTO rate_limits (bucket, count, resets_at)
          ${numbers} SELECT 'full ' || n, 1, ${at} + (n % 2 - 1) * ${day} FROM numbers`,
      ],
    },
    {
      name: 'decisions',
      table: sql`moderation_log`,
      rows: students / 5,
      insert: (numbers) => [
        sql`
          INSERT INTO moderation_log (created_at, action, student_id, category, listing_id, reason)
          ${numbers} SELECT ${ago(700)}, 'hide', ${student}, 'misc', ${listing}, 'scam' FROM numbers`,
      ],
    },
    {
      name: 'reports',
      table: sql`reports`,
      rows: students / 10,
      insert: (numbers) => [
        sql`
          INSERT INTO reports (reporter_id, student_id, category, listing_id, reason, note, half_weight,
            is_established, state, created_at)
          ${numbers} SELECT ${student}, (SELECT seller_id FROM listings WHERE id = ${listing}), 'misc',
            ${listing}, 'scam', 'It is not what it says.', 2, 1,
            CASE WHEN n % 50 = 0 THEN 'open' ELSE 'rejected' END, ${ago(800)} FROM numbers`,
      ],
    },
    {
      name: 'sent mails',
      table: sql`jobs WHERE kind = 'mail'`,
      rows: students,
      insert: (numbers) => [
        sql`
          INSERT INTO jobs (kind, cause, payload, user_id, state, run_at, created_at, finished_at)
          ${numbers} SELECT 'mail', 'full ' || n, '{}', ${student}, 'done', ${at}, ${at}, ${ago(40)}
          FROM numbers`,
      ],
    },
    {
      name: 'visits',
      table: sql`daily_visits`,
      rows: listings / 5,
      insert: (numbers) => [
        sql`
          INSERT INTO daily_visits (day, path, visits)
          ${numbers} SELECT ${number(today)} - n % 120, '/misc/' || n, 1 FROM numbers`,
      ],
    },
  ]
}
