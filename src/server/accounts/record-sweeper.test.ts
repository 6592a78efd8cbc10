import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { startRecordSweeper } from './record-sweeper.ts'
import { insertSession } from './session-queries.ts'
import { insertUser } from './user-queries.ts'

const day = 24 * 60 * 60_000

describe.each(engines)('the sweeper on %s', (engine) => {
  it('removes sessions nobody can use any more, and only those', async () => {
    const db = await openTestDatabase(engine)
    const ada = {
      firstName: 'Ada',
      lastName: 'L',
      email: 'ada@wlu.ca',
      passwordHash: '',
      createdAt: 0,
    }
    const { id: userId = 0 } = (await insertUser(db, ada)) ?? {}
    const now = 100 * day
    const begun = { idle: now - 14 * day, old: now - 90 * day, living: now - 14 * day + 1 }
    for (const [selectorHash, at] of Object.entries(begun)) {
      await insertSession(db, { selectorHash, secretHash: '', userId, now: at })
    }
    await db.run(sql`UPDATE sessions SET refreshed_at = ${now} WHERE selector_hash = 'old'`)
    const log = { warn: (...line: unknown[]) => expect.unreachable(String(line)) }
    await startRecordSweeper({ db, now: () => now, log }).stop()
    expect(await db.all(sql`SELECT selector_hash FROM sessions`)).toEqual([
      { selector_hash: 'living' },
    ])
  })

  it('goes on when one kind of record cannot be swept', async () => {
    const db = await openTestDatabase(engine)
    await db.run(sql`DROP TABLE sessions`)
    await db.run(sql`INSERT INTO rate_limits (bucket, count, resets_at) VALUES ('a', 1, 0)`)
    const warnings: string[] = []
    const log = { warn: (_details: unknown, message = '') => warnings.push(message) }
    await startRecordSweeper({ db, now: () => 1, log }).stop()
    expect(await db.all(sql`SELECT bucket FROM rate_limits`)).toEqual([])
    expect(warnings).toEqual(['sweeping records failed'])
  })
})
