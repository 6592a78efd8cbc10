import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { runJob } from '#tests/support/run-job.ts'
import { insertCode } from '../accounts/confirmation/confirmation-code-queries.ts'
import { insertUnconfirmedSignUp } from '../accounts/confirmation/unconfirmed-sign-up-queries.ts'
import { insertSession } from '../accounts/sessions/session-queries.ts'
import { insertUser } from '../accounts/user-queries.ts'
import { dayMs, hourMs } from '../durations.ts'
import { expiredRowCleanup } from './expired-row-cleanup.ts'

describe.each(engines)('expired row cleanup on %s', (engine) => {
  it('deletes expired sessions only', async () => {
    const db = await openTestDatabase(engine)
    const ada = {
      firstName: 'Ada',
      lastName: 'L',
      email: 'ada@wlu.ca',
      passwordHash: '',
      createdAt: 0,
    }
    const { id: userId = 0 } = (await insertUser(db, ada)) ?? {}
    const now = 100 * dayMs
    const createdAt = {
      idle: now - 14 * dayMs,
      old: now - 90 * dayMs,
      active: now - 14 * dayMs + 1,
    }
    for (const [selectorHash, at] of Object.entries(createdAt)) {
      await insertSession(db, { selectorHash, secretHash: '', userId, device: null, now: at })
    }
    await db.run(sql`UPDATE sessions SET refreshed_at = ${now} WHERE selector_hash = 'old'`)
    const onLog = (...line: unknown[]) => expect.unreachable(String(line))
    await runJob(expiredRowCleanup, { db, now: () => now, onLog })
    expect(await db.all(sql`SELECT selector_hash FROM sessions`)).toEqual([
      { selector_hash: 'active' },
    ])
  })

  it('deletes expired codes, and unconfirmed sign-ups after an hour', async () => {
    const db = await openTestDatabase(engine)
    const { id } = await insertTestUser(db)
    const now = 100 * dayMs
    for (const [codeHash, expiresAt] of [
      ['dead', now],
      ['live', now + 1],
    ] as const) {
      await insertCode(db, { userId: id, codeHash, createdAt: 0, expiresAt })
    }
    for (const [userId, createdAt] of [
      [1, now - hourMs],
      [2, now - hourMs + 1],
    ] as const) {
      await insertUnconfirmedSignUp(db, { userId, networkHash: '', createdAt })
    }
    await runJob(expiredRowCleanup, { db, now: () => now })
    expect(await db.all(sql`SELECT code_hash FROM confirmation_codes`)).toEqual([
      { code_hash: 'live' },
    ])
    expect(await db.all(sql`SELECT user_id FROM unconfirmed_sign_ups`)).toEqual([{ user_id: 2 }])
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
})
