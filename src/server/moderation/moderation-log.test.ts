import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import type { Db } from '../database/database.ts'
import { writeLog } from './moderation-log.ts'

const readLog = (db: Db) => db.all(sql`SELECT * FROM moderation_log ORDER BY id`)

/** Writes a log with the removal of a student's listing, its undo, and a reading of messages. */
async function openLog(engine: 'sqlite' | 'postgres') {
  const db = await openTestDatabase(engine)
  const { id: studentId } = await insertTestUser(db)
  const { id: actorId } = await insertTestUser(db, at('mod'))
  const listing = { category: 'misc' as const, id: await insertTestListing(db, studentId) }
  await db.transaction(async (tx) => {
    const entry = { actorId, studentId, listing, note: 'Not a lamp.' }
    const undoesId = await writeLog(tx, { ...entry, action: 'remove', reason: 'scam' }, 5)
    await writeLog(tx, { ...entry, action: 'undo', reason: 'mistake', undoesId }, 6)
    await writeLog(tx, { action: 'read_messages', actorId, studentId, threadId: 9 }, 7)
  })
  return { db, studentId, actorId, listing }
}

const changes = [
  sql`UPDATE moderation_log SET reason = 'other'`,
  sql`UPDATE moderation_log SET actor_id = NULL WHERE id = 1`,
  sql`UPDATE moderation_log SET thread_id = NULL`,
  sql`DELETE FROM moderation_log`,
  sql`DELETE FROM moderation_log WHERE id = 2`,
]

const sameId = sql`(id, created_at, action, student_id)`
const sameUndo = sql`(created_at, action, student_id, undoes_id)`

const changesOn = {
  sqlite: [
    sql`INSERT OR REPLACE INTO moderation_log ${sameId} VALUES (1, 7, 'keep', 1)`,
    sql`REPLACE INTO moderation_log ${sameUndo} VALUES (7, 'keep', 1, 1)`,
    sql`UPDATE OR REPLACE moderation_log SET id = 1 WHERE id = 2`,
    sql`INSERT INTO moderation_log ${sameId} VALUES (1, 7, 'keep', 1)
      ON CONFLICT (id) DO UPDATE SET action = 'keep'`,
  ],
  postgres: [
    sql`TRUNCATE moderation_log CASCADE`,
    sql`INSERT INTO moderation_log ${sameId} OVERRIDING SYSTEM VALUE VALUES (1, 7, 'keep', 1)
      ON CONFLICT (id) DO UPDATE SET action = 'keep'`,
    sql`MERGE INTO moderation_log AS log USING (SELECT 1 AS id) AS other ON log.id = other.id
      WHEN MATCHED THEN DELETE`,
  ],
}

describe.each(engines)('the moderation log on %s', (engine) => {
  it('has ids and codes, and free text beside it', async () => {
    const { db, studentId, actorId, listing } = await openLog(engine)
    expect(await readLog(db)).toEqual([
      {
        id: 1,
        created_at: 5,
        action: 'remove',
        actor_id: actorId,
        student_id: studentId,
        category: 'misc',
        listing_id: listing.id,
        reason: 'scam',
        days: null,
        role: null,
        undoes_id: null,
        thread_id: null,
        together_id: null,
      },
      expect.objectContaining({ id: 2, action: 'undo', undoes_id: 1 }),
      expect.objectContaining({ id: 3, action: 'read_messages', thread_id: 9 }),
    ])
    expect(await db.all(sql`SELECT * FROM moderation_notes WHERE log_id = 1`)).toEqual([
      { log_id: 1, note: 'Not a lamp.', created_at: 5 },
    ])
  })

  it('refuses to change and to delete', async () => {
    const { db } = await openLog(engine)
    const before = await readLog(db)
    for (const statement of [...changes, ...changesOn[engine]]) {
      await expect(db.run(statement), statement.sql).rejects.toThrow(
        'the moderation log is append-only',
      )
      expect(await readLog(db), statement.sql).toEqual(before)
    }
  })

  it('undoes an entry only once', async () => {
    const { db } = await openLog(engine)
    const again = { action: 'undo', actorId: null, studentId: 1, undoesId: 1 } as const
    await expect(db.transaction((tx) => writeLog(tx, again, 7))).rejects.toThrow()
    expect(await readLog(db)).toHaveLength(3)
  })

  it('outlives the students and listings that it names', async () => {
    const { db } = await openLog(engine)
    await db.run(sql`UPDATE listings SET takedown_id = 1`)
    await db.run(sql`
      INSERT INTO reports (reporter_id, student_id, category, listing_id, reason, note, half_weight,
        is_established, state, created_at, decision_id)
      VALUES (2, 1, 'misc', 1, 'scam', '', 2, 1, 'upheld', 4, 1)`)
    await db.run(sql`
      INSERT INTO appeals (log_id, student_id, token_hash, expires_at) VALUES (1, 1, 'x', 9)`)
    const before = await readLog(db)
    await db.run(sql`DELETE FROM listings`)
    await db.run(sql`DELETE FROM users`)
    expect(await readLog(db)).toEqual(before)
  })
})
