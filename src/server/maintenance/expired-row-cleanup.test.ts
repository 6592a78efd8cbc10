import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import { findPreviousPrices, insertPreviousPrice } from '../listings/posting/prices.ts'
import { openAppeal, sendAppeal } from '../moderation/appeals/appeal.ts'
import { writeLog } from '../moderation/moderation-log.ts'
import { insertCode } from '../students/confirmation/confirmation-codes.ts'
import { insertUnconfirmedSignUp } from '../students/confirmation/unconfirmed-sign-ups.ts'
import { insertSession } from '../students/sessions/session-queries.ts'
import { insertUser } from '../students/user-queries.ts'
import { roomData } from '../wiring.ts'
import { expiredRowCleanup } from './expired-row-cleanup.ts'

describe.each(engines)('expired row cleanup on %s', (engine) => {
  it('deletes expired sessions only', async () => {
    const db = await openTestDatabase(engine)
    const ada = {
      firstName: 'Ada',
      lastName: 'L',
      email: at('ada', 1, 1),
      passwordHash: '',
      createdAt: 0,
    }
    const { id: studentId = 0 } = (await insertUser(db, ada)) ?? {}
    const now = 100 * dayMs
    const createdAt = {
      idle: now - 14 * dayMs,
      old: now - 90 * dayMs,
      active: now - 14 * dayMs + 1,
    }
    for (const [selectorHash, at] of Object.entries(createdAt)) {
      await insertSession(db, { selectorHash, secretHash: '', studentId, device: null, now: at })
    }
    await db.run(sql`UPDATE sessions SET refreshed_at = ${now} WHERE selector_hash = 'old'`)
    const onLog = (...line: unknown[]) => expect.unreachable(String(line))
    await runJob(expiredRowCleanup, { db, now: () => now, onLog })
    expect(await db.all(sql`SELECT selector_hash FROM sessions`)).toEqual([
      { selector_hash: 'active' },
    ])
  })

  it('deletes expired codes, also of the set-up, and unconfirmed sign-ups after an hour', async () => {
    const db = await openTestDatabase(engine)
    await db.run(sql`
      INSERT INTO site_state (name, value) VALUES ('setup-admin', '{"expiresAt":1}')`)
    const { id } = await insertTestUser(db)
    const now = 100 * dayMs
    for (const [codeHash, expiresAt] of [
      ['dead', now],
      ['live', now + 1],
    ] as const) {
      await insertCode(db, { studentId: id, codeHash, createdAt: 0, expiresAt })
    }
    for (const [studentId, createdAt] of [
      [1, now - hourMs],
      [2, now - hourMs + 1],
    ] as const) {
      await insertUnconfirmedSignUp(db, { studentId, networkHash: '', createdAt })
    }
    await runJob(expiredRowCleanup, { db, now: () => now })
    expect(await db.all(sql`SELECT name FROM site_state WHERE name = 'setup-admin'`)).toEqual([])
    expect(await db.all(sql`SELECT code_hash FROM confirmation_codes`)).toEqual([
      { code_hash: 'live' },
    ])
    expect(await db.all(sql`SELECT user_id FROM unconfirmed_sign_ups`)).toEqual([{ user_id: 2 }])
  })

  it('deletes restrictions that have ended, and what people wrote two years ago', async () => {
    const db = await openTestDatabase(engine)
    const { id: studentId } = await insertTestUser(db)
    const now = 1_000 * dayMs
    await suspendTestStudent(db, { studentId, now: now - 7 * dayMs })
    const kept = await suspendTestStudent(db, { studentId, now: now - 7 * dayMs + 1 })
    const old = now - 730 * dayMs
    const listingId = await insertTestListing(db, studentId)
    const decided: [note: string, at: number][] = [
      ['old', old],
      ['recent', old + 1],
    ]
    for (const [note, at] of decided) {
      const entry = { action: 'warn', actorId: null, studentId, note } as const
      const logId = await writeLog(db, entry, at)
      const token = await openAppeal(db, { logId, studentId }, at)
      await sendAppeal(db, { token, text: note }, at)
      await db.run(sql`
        INSERT INTO reports (reporter_id, student_id, listing_id, reason, note, half_weight,
          is_established, created_at)
        VALUES (${studentId}, ${studentId}, ${logId}, 'other', ${note}, 2, 1, ${at})`)
      await db.run(sql`
        INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at)
        VALUES (${listingId}, ${`price ${at}`}, 'Asks $5.', ${note}, ${at})`)
    }
    // These reports are by students who have left. The last report is not decided.
    for (const [state, at] of [
      ['rejected', old],
      ['rejected', old + 1],
      ['open', old],
    ] as const) {
      await db.run(sql`
        INSERT INTO reports (reporter_hash, student_id, reason, note, half_weight, is_established,
          state, created_at)
        VALUES ('hash', ${studentId}, 'other', '', 2, 1, ${state}, ${at})`)
    }
    await runJob(expiredRowCleanup, { db, now: () => now })
    const tables = await readAllTables(db)
    const notesIn = (rows: object[] = []) => rows.map((row) => 'note' in row && row.note).sort()
    expect(tables.restrictions).toEqual([expect.objectContaining({ log_id: kept })])
    expect(tables.appeals).toMatchObject([{ text: null }, { text: null }, { text: 'recent' }])
    expect(notesIn(tables.reports)).toEqual(['', '', '', '', 'recent'])
    expect(
      await db.all(sql`
        SELECT reporter_hash AS hash FROM reports WHERE reporter_id IS NULL ORDER BY id`),
    ).toEqual([{ hash: null }, { hash: 'hash' }, { hash: 'hash' }])
    expect(notesIn(tables.signal_answers)).toEqual(['', 'recent'])
    expect(notesIn(tables.moderation_notes)).toEqual(['Two fakes', 'Two fakes', 'recent'])
    expect(tables.moderation_log).toHaveLength(6)
  })

  it('deletes previous prices after 31 days, but the last, and after 130 days what was mailed', async () => {
    const db = await openTestDatabase(engine)
    const { id: studentId } = await insertTestUser(db)
    const now = 1_000 * dayMs
    const changed = await insertTestListing(db, studentId)
    const unchanged = await insertTestListing(db, studentId)
    const pricesOf = async (id: number) =>
      (await findPreviousPrices(db, [id]))
        .get(id)
        ?.map(({ cents }) => cents)
        .sort()
    for (const [listingId, cents, age] of [
      [changed, 100, 31 * dayMs + 1],
      [changed, 200, 31 * dayMs],
      [changed, 300, 1],
      [unchanged, 400, 90 * dayMs],
    ] as const) {
      await insertPreviousPrice(db, listingId, { cents, since: 0, until: now - age })
    }
    for (const [listingId, age] of [
      [changed, 130 * dayMs],
      [unchanged, 130 * dayMs - 1],
    ] as const) {
      await db.run(sql`
        INSERT INTO mailed_listings (user_id, listing_id, mailed_at)
        VALUES (${studentId}, ${listingId}, ${now - age})`)
    }
    await runJob(expiredRowCleanup, { db, now: () => now })
    expect(await pricesOf(changed)).toEqual([200, 300])
    expect(await pricesOf(unchanged)).toEqual([400])
    expect(await db.all(sql`SELECT listing_id FROM mailed_listings`)).toEqual([
      { listing_id: unchanged },
    ])
  })

  it('deletes in batches, and lets requests through between them', async () => {
    const db = await openTestDatabase(engine)
    const { id: studentId } = await insertTestUser(db)
    const now = 1_000 * dayMs
    const numbers = (count: number) => sql`
      WITH RECURSIVE numbers (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
    await db.run(sql`
      INSERT INTO rate_limits (bucket, count, resets_at)
      ${numbers(1_201)} SELECT 'b' || n, 1, 0 FROM numbers`)
    await db.run(sql`UPDATE rate_limits SET resets_at = ${now + 1} WHERE bucket = 'b1201'`)
    await db.run(sql`
      INSERT INTO daily_visits (day, path, visits)
      ${numbers(501)} SELECT 1, '/' || n, 1 FROM numbers`)
    await db.run(sql`
      INSERT INTO reports (reporter_id, student_id, deleted_listing_id, reason, note, half_weight,
        is_established, created_at)
      ${numbers(501)} SELECT ${studentId}, ${studentId}, n, 'other', 'note', 2, 1, 0 FROM numbers`)
    await db.run(sql`
      INSERT INTO threads (listing_id, category, title, created_at, last_message_at, expires_at)
      ${numbers(51)} SELECT n, 'misc', '', 0, 0, 0 FROM numbers`)
    const batches: { statement: string; changes: number; requests: number }[] = []
    let requests = 0
    const run: Db['run'] = async (query) => {
      const before = requests
      setImmediate(() => requests++)
      const { changes } = await db.run(query)
      const statement = query.sql.trim().split(/\s+/).slice(0, 3).join(' ')
      if (changes > 0) batches.push({ statement, changes, requests: before })
      return { changes }
    }
    const job = { id: 1, cause: '', payload: {}, attempts: 1, createdAt: 0, now: () => now }
    const { signal } = new AbortController()
    await expiredRowCleanup.run({ ...job, db: { ...db, run }, signal })
    const sizes = (statement: string) =>
      batches.filter((batch) => batch.statement === statement).map(({ changes }) => changes)
    const fiveBatches = [100, 100, 100, 100, 100]
    expect(sizes('DELETE FROM rate_limits')).toEqual([...Array(12)].map(() => 100))
    expect(sizes('DELETE FROM daily_visits')).toEqual([...fiveBatches, 1])
    expect(sizes('UPDATE reports SET')).toEqual([...fiveBatches, 1])
    expect(sizes('DELETE FROM threads')).toEqual([15, 15, 15, 6])
    expect(await db.all(sql`SELECT bucket FROM rate_limits`)).toEqual([{ bucket: 'b1201' }])
    for (const [previous, next] of batches.map((batch, index) => [batch, batches[index + 1]])) {
      expect(next?.requests ?? Infinity).toBeGreaterThan(previous?.requests ?? 0)
    }
  })

  it('has a limit in every statement, and begins none once the process stops', async () => {
    const db = await openTestDatabase(engine)
    const stopping = new AbortController()
    const statements: string[] = []
    const run: Db['run'] = async ({ sql: text }) => {
      statements.push(text)
      return { changes: 0 }
    }
    const job = { id: 1, cause: '', payload: {}, attempts: 1, createdAt: 0, now: () => 0 }
    const running = { ...job, db: { ...db, run }, signal: stopping.signal }
    await expiredRowCleanup.run(running)
    expect(statements.length).toBeGreaterThan(20)
    expect(statements.filter((text) => !/LIMIT \?/.test(text))).toEqual([])
    stopping.abort()
    statements.length = 0
    await expect(expiredRowCleanup.run(running)).rejects.toThrow('aborted')
    expect(statements).toEqual([])
  })

  it('goes on with the other tables when one fails, and has failed', async () => {
    const db = await openTestDatabase(engine)
    await db.run(sql`DROP TABLE sessions`)
    await db.run(sql`INSERT INTO rate_limits (bucket, count, resets_at) VALUES ('a', 1, 0)`)
    await runJob(expiredRowCleanup, { db, now: () => 1 })
    expect(await db.all(sql`SELECT bucket FROM rate_limits`)).toEqual([])
    expect(await db.all(sql`SELECT state, attempts, error FROM jobs`)).toEqual([
      {
        state: 'waiting',
        attempts: 1,
        error: expect.stringMatching(/^1 of \d+ failed: .*sessions/),
      },
    ])
  })

  it('keeps everything of a student on hold, until the hold is released', async () => {
    const db = await openTestDatabase(engine)
    const { id: held } = await insertTestUser(db)
    const { id: other } = await insertTestUser(db, at('bob', 1, 1))
    await db.run(sql`UPDATE users SET held_at = 1 WHERE id = ${held}`)
    for (const studentId of [held, other]) await insertOldRows(db, studentId)
    const tables = [
      sql`SELECT student_id AS id FROM moderation_notes JOIN moderation_log AS log ON log.id = log_id`,
      sql`SELECT student_id AS id FROM reports WHERE note <> ''`,
      sql`SELECT student_id AS id FROM appeals`,
      sql`SELECT listing_id - 100 AS id FROM deleted_listings`,
      sql`SELECT user_id AS id FROM security_events`,
      sql`SELECT user_id AS id FROM thread_members`,
      sql`SELECT student_id AS id FROM internal_notes`,
      sql`SELECT seller_id AS id FROM signal_answers JOIN listings ON listings.id = listing_id
        WHERE note <> ''`,
    ]
    const readStudents = async () => {
      const found = []
      for (const query of tables) {
        found.push((await db.all<{ id: number }>(query)).map(({ id }) => id).sort())
      }
      return found
    }
    expect(await readStudents()).toEqual(tables.map(() => [held, other]))
    const run = async () => {
      await db.run(sql`DELETE FROM jobs`)
      const onLog = (...line: unknown[]) => expect.unreachable(String(line))
      await runJob(expiredRowCleanup, { db, now: () => 2000 * dayMs, onLog })
    }
    await run()
    expect(await readStudents()).toEqual(tables.map(() => [held]))
    await db.run(sql`UPDATE users SET held_at = NULL`)
    await run()
    expect(await readStudents()).toEqual(tables.map(() => []))
  })
})

/** Inserts a row of every kind that the cleanup deletes after some time and that may be evidence. */
async function insertOldRows(db: Db, studentId: number) {
  const logId = await suspendTestStudent(db, { studentId, now: 0, note: 'Old' })
  await sendAppealRow(db, logId)
  const listingId = await insertTestListing(db, studentId)
  await db.run(sql`
    INSERT INTO reports
      (student_id, deleted_listing_id, reason, note, state, half_weight, is_established, created_at)
    VALUES (${studentId}, ${studentId + 100}, 'scam', 'A note', 'upheld', 2, 1, 0)`)
  await db.run(sql`
    INSERT INTO deleted_listings
      (listing_id, category, title, price_cents, description, updated_at, deleted_at)
    VALUES (${studentId + 100}, 'misc', 'Lamp', 1, '', 0, 0)`)
  await db.run(sql`
    INSERT INTO security_events (user_id, kind, network_hash, created_at)
    VALUES (${studentId}, 'login', '', 0)`)
  const thread = await db.get<{ id: number }>(sql`
    INSERT INTO threads (category, listing_id, title, created_at, last_message_at, expires_at)
    VALUES ('misc', ${listingId}, 'Lamp', 0, 0, 1) RETURNING id`)
  await db.run(sql`
    INSERT INTO thread_members (thread_id, is_buyer, user_id, listing_id, last_message_id)
    VALUES (${thread?.id ?? 0}, 0, ${studentId}, ${listingId}, 0)`)
  await db.run(sql`
    INSERT INTO internal_notes (student_id, author_id, text, created_at)
    VALUES (${studentId}, 1, 'A note', 0)`)
  await db.run(sql`
    INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at)
    VALUES (${listingId}, 'price', 'A sentence', 'A note', 0)`)
}

const sendAppealRow = (db: Db, logId: number) =>
  db.run(sql`UPDATE appeals SET created_at = 0, text = 'Wrong', decision = 'rejected'
    WHERE log_id = ${logId}`)

it('finds expired rows by an index, in every table', async () => {
  const db = await openTestDatabase('sqlite')
  const scanned = new Set<string>()
  const run: Db['run'] = async (query) => {
    const plan = await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`)
    for (const { detail } of plan) {
      const [, table] = /^SCAN (\w+)$/.exec(detail) ?? []
      if (table) scanned.add(table)
    }
    return { changes: 0 }
  }
  for (const { expire = [] } of roomData) {
    for (const deleteExpired of expire) await deleteExpired({ ...db, run }, Date.now())
  }
  // Links to set a new password end after an hour, so there are few.
  expect([...scanned]).toEqual(['password_resets'])
})
