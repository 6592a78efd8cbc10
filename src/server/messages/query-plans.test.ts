import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { createSessionFinder } from '../students/sessions/session-queries.ts'
import { sessionParts } from '../wiring.ts'
import { findStudentsToMail } from './mails/message-mail-schedule.ts'
import { findLinkedMeeting } from './meetings/meeting-link-queries.ts'
import { findDue } from './meetings/meeting-mail-job.ts'
import { bumpVersionsOfOthers, countUnreadThreads } from './message-version-queries.ts'
import { markThreadRead, readMessages, readThreads } from './read-threads.ts'
import { findThreadOfBuyer } from './thread-queries.ts'

const now = 1_000_000
const byUser = 'thread_members_by_user'

/**
 * Opens a database with 1,000 students, 1,000 blocks and 2,000 threads of 50 messages each. Every tenth thread has
 * unread messages.
 */
async function openDatabaseWithMessages(engine: Engine) {
  const db = await openTestDatabase(engine)
  const numbers = (count: number) => sql`
    WITH RECURSIVE numbers (n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST(${count} AS INTEGER))`
  await db.run(sql`${numbers(1000)}
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    SELECT 'Ada', 'Lee', 's' || n || '@uwaterloo.ca', '', 0 FROM numbers`)
  await db.run(sql`${numbers(2000)}
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, rank)
    SELECT 'misc', 1 + n % 1000, 'Lamp', 100, '', '{}', '[]', '', 0, 0, n FROM numbers`)
  await db.run(sql`${numbers(2000)}
    INSERT INTO threads (category, listing_id, title, created_at, last_message_at, expires_at)
    SELECT 'misc', n, 'Lamp', 0, 0, ${now} + n FROM numbers`)
  // A script may run longer than a statement of the app.
  await db.script(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
    INSERT INTO messages (thread_id, is_from_buyer, client_id, body, created_at)
    SELECT 1 + n % 2000, n % 2, 'client ' || n, 'Hello', n FROM numbers`)
  for (const isBuyer of [0, 1]) {
    await db.run(sql`
      INSERT INTO thread_members (thread_id, is_buyer, user_id, listing_id, last_message_id, unread)
      SELECT id, ${isBuyer}, 1 + (id + ${isBuyer * 7}) % 1000, id, 98000 + id,
        CASE WHEN id % 10 = 0 THEN 3 ELSE 0 END
      FROM threads`)
  }
  await db.run(sql`INSERT INTO message_versions (user_id, version) SELECT id, 1 FROM users`)
  await db.run(sql`
    INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
    SELECT id, 1001 - id, 'hash ' || id, 0 FROM users`)
  // SQLite has no statistics, as in production.
  if (engine === 'postgres') await db.script('ANALYZE')
  return db
}

const tables =
  'meetings|meeting_links|offers|messages|threads|thread_members|message_versions|blocks|users|listings|own|other|sessions'
const wholeTable = new RegExp(`Seq Scan on (${tables})|SCAN (${tables})\\b(?! USING)`)

describe.each(engines)('what students read of 100,000 messages on %s', (engine) => {
  it('is found by indexes', { timeout: 60_000 }, async () => {
    const db = await openDatabaseWithMessages(engine)
    const reader = {
      id: 500,
      email: at('s500'),
      confirmation: 'confirmed' as const,
      suspension: null,
    }
    const reads: [string, string[], (tx: typeof db) => Promise<unknown>][] = [
      [
        'list',
        [byUser, 'blocks_by_mailbox'],
        (tx) => readThreads(tx, reader, { before: undefined, now }),
      ],
      ['older threads', [byUser], (tx) => readThreads(tx, reader, { before: 90_000, now })],
      [
        'thread',
        ['messages_by_thread'],
        (tx) => readMessages(tx, reader, 499, { before: undefined, now }),
      ],
      [
        'older messages',
        ['messages_by_thread'],
        (tx) => readMessages(tx, reader, 499, { before: 90_000, now }),
      ],
      [
        'thread of a buyer',
        ['thread_members_one_per_buyer'],
        (tx) => findThreadOfBuyer(tx, { category: 'misc', id: 492 }, { studentId: 500, now }),
      ],
      ['unread', ['thread_members_unread'], (tx) => countUnreadThreads(tx, 500)],
      [
        'session',
        ['thread_members_unread'],
        (tx) => createSessionFinder(sessionParts.columns)(tx, 'a hash'),
      ],
      [
        'reading',
        ['messages_by_thread'],
        (tx) => markThreadRead(tx, { threadId: 499, studentId: 500, upTo: undefined, now }),
      ],
      ['link to a meeting', ['token_hash'], (tx) => findLinkedMeeting(tx, 'a hash', now)],
      ['versions of others', [byUser], (tx) => bumpVersionsOfOthers(tx, [500])],
    ]
    for (const [name, indexes, read] of reads) {
      const plan = await explain(db, read)
      expect(plan, name).not.toMatch(wholeTable)
      for (const index of indexes) expect(plan, name).toContain(index)
      // A student may have many threads, so a single thread must be found by its id.
      if (!indexes.includes(byUser)) expect(plan, name).not.toContain(byUser)
    }
  })
})

it.each(engines)(
  'meetings on %s with an email to write are found by their time',
  async (engine) => {
    const db = await openTestDatabase(engine)
    const plan = await explain(db, (recorder) => findDue(recorder, now))
    expect(plan).toContain('meetings_by_reminder')
    expect(plan).toContain('meetings_by_question')
    expect(plan).not.toMatch(/SCAN meetings|Seq Scan|meetings_pkey/)
  },
)

it.each(engines)('students with mail that is due on %s are found by its time', async (engine) => {
  const db = await openTestDatabase(engine)
  const plan = await explain(db, (recorded) => findStudentsToMail(recorded, now))
  expect(plan).toContain('thread_members_to_mail')
  expect(plan).not.toMatch(wholeTable)
})
