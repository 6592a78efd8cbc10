import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { queueOrders } from '#contract/moderation.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { createPolicies } from '../../policies.ts'
import { findUser } from '../../students/user-queries.ts'
import { readCase } from './read-case.ts'
import { readFigures } from './read-figures.ts'
import { readLog } from './read-log.ts'
import { readQueue } from './read-queue.ts'
import { readStudents } from './read-students.ts'

const now = 1_000_000

/**
 * Opens a database with 10,000 reports, of which 100 are open, and 10,000 log entries. It also has 10,000 appeals and
 * 10,000 answers, of which 10 wait.
 */
async function openDatabaseWithReports(engine: Engine) {
  const db = await openTestDatabase(engine)
  await insertTestUser(db, at('mod'))
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    SELECT 'Ada', 'Lee', 's' || n || '@uwaterloo.ca', '', 0 FROM numbers`)
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
    INSERT INTO reports (reporter_id, student_id, category, listing_id, reason, note, half_weight,
      is_established, state, created_at, decided_at)
    SELECT 2 + n % 199, 2 + n % 150, 'misc', n, 'scam', '', 2, 1,
      CASE WHEN n % 100 = 0 THEN 'open' ELSE 'upheld' END, n, n + 1 FROM numbers`)
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
    INSERT INTO moderation_log (created_at, action, actor_id, student_id, category, listing_id)
    SELECT n, CASE WHEN n % 50 = 0 THEN 'hide' ELSE 'remove' END, 1 + n % 40, 2 + n % 150, 'misc', n
    FROM numbers`)
  await db.run(sql`
    INSERT INTO appeals (log_id, student_id, token_hash, expires_at, text, created_at, decision)
    SELECT id, student_id, 'token ' || id, 0, 'Mine', CASE WHEN id % 2 = 0 THEN id END,
      CASE WHEN id % 1000 <> 0 THEN 'rejected' END
    FROM moderation_log`)
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, rank)
    SELECT 'misc', 2 + n % 150, 'Lamp', 100, '', '{}', '[]', '', 0, 0, n FROM numbers`)
  await db.run(sql`
    INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at, decision)
    SELECT id, 'price 100', '', '', id, CASE WHEN id % 1000 <> 0 THEN 'kept' END FROM listings`)
  await db.script('ANALYZE')
  return db
}

const wholeTable =
  /Seq Scan on (reports|appeals|signal_answers|moderation_log|listings)|SCAN (reports|appeals|signal_answers|log|moderation_log|hidden|later|listings)\b(?! USING)/

describe.each(engines)('what moderators read on %s', { timeout: 60_000 }, (engine) => {
  it('searches students in slices of ids, and finds them in all of them', async () => {
    const db = await openTestDatabase(engine)
    await db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4500)
      INSERT INTO users (first_name, last_name, email, password_hash, created_at)
      SELECT CASE WHEN n % 1500 = 0 THEN 'Grace' ELSE 'Ada' END, 'Lee', 's' || n || '@uwaterloo.ca',
        '', 0 FROM numbers`)
    const context = { viewerIds: [], hasAddresses: false, now }
    const query = { q: 'grace lee', filter: 'all' } as const
    const { students, total } = await readStudents(db, query, context)
    const ids = students.map(({ id }) => id)
    expect([ids.length, total]).toEqual([3, 3])
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const plan = await explain(db, (recorded) => readStudents(recorded, query, context))
    const slices =
      /SEARCH users USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)|(using|on) users_pkey/g
    expect(plan.match(slices)?.length).toBeGreaterThanOrEqual(3)
    expect(plan).not.toMatch(/SCAN users(?! USING)|Seq Scan on users/)
  })

  it('searches for the newest 50 of all, and counts them', async () => {
    const db = await openTestDatabase(engine)
    await db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4500)
      INSERT INTO users (first_name, last_name, email, password_hash, created_at)
      SELECT 'Ada', 'Lee', 's' || n || '@uwaterloo.ca', '', 0 FROM numbers`)
    // The newest slice has 30 students who match, and the one before has all the others.
    await db.run(sql`UPDATE users SET first_name = 'Grace' WHERE id > 2500 AND id <= 4470`)
    const context = { viewerIds: [], hasAddresses: false, now }
    const { students, total } = await readStudents(db, { q: 'ada', filter: 'all' }, context)
    const newest = Array.from({ length: 30 }, (_, index) => 4500 - index)
    const older = Array.from({ length: 20 }, (_, index) => 2500 - index)
    expect(students.map(({ id }) => id)).toEqual([...newest, ...older])
    expect(total).toBe(2530)
  })

  it('reads the log of the last days by time, without statistics too', async () => {
    const db = await openTestDatabase(engine)
    const figures = await explain(db, (recorded) => readFigures(recorded, now))
    expect(figures.match(/moderation_log_by_time/g)?.length).toBeGreaterThanOrEqual(2)
    expect(figures).not.toContain('moderation_log_by_action')
  })

  it('reads of 10,000 reports and decisions only what it shows', async () => {
    const db = await openDatabaseWithReports(engine)
    for (const order of queueOrders) {
      const plan = await explain(db, (recorded) =>
        readQueue(recorded, { order, reason: 'scam' }, { viewerIds: [1], now }),
      )
      expect(plan).toContain('reports_waiting')
      expect(plan).toContain('appeals_waiting')
      expect(plan).toContain('signal_answers_waiting')
      expect(plan).not.toMatch(wholeTable)
    }

    const viewer = { id: 1, email: at('mod'), role: 'moderator' } as const
    const policies = createPolicies({ LISTING_ACCESS: 'contact' })
    const context = { viewer, policies, staff: [], now }
    const student = await findUser(db, 2)
    if (!student) throw new Error('There is no student.')
    for (const listing of [undefined, { id: 9, status: 'hidden' as const }]) {
      const plan = await explain(db, (recorded) =>
        readCase(recorded, { student, ...(listing && { listing }) }, context),
      )
      expect(plan).toContain(listing ? 'reports_by_listing' : 'reports_by_student')
      expect(plan).toContain('moderation_log_by_student')
      expect(plan).not.toMatch(wholeTable)
    }

    const logIndexes = [
      [{}, 'moderation_log'],
      [{ action: 'warn' }, 'moderation_log_by_action'],
      [{ actor: 2 }, 'moderation_log_by_actor'],
      [{ student: 2 }, 'moderation_log_by_student'],
    ] as const
    for (const [query, index] of logIndexes) {
      const plan = await explain(db, (recorded) =>
        readLog(recorded, { ...query, before: 5000 }, context),
      )
      expect(plan).toContain(index)
      expect(plan).not.toMatch(wholeTable)
    }

    const figures = await explain(db, (recorded) => readFigures(recorded, now))
    for (const index of ['reports_by_time', 'moderation_log_by_time', 'appeals_by_time']) {
      expect(figures).toContain(index)
    }
    expect(figures).not.toContain('moderation_log_by_action')
    expect(figures).toContain('signal_answers_waiting')
    expect(figures).not.toMatch(wholeTable)
  })
})
