import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { createLimiter } from '../limits/rate-limit.ts'
import { createGuessLimit } from './account-limits.ts'
import { logIn } from './log-in.ts'
import { insertUser } from './user-queries.ts'

describe.each(engines)('logIn on %s', (engine) => {
  async function adaAnd(check: (change: () => Promise<unknown>) => Promise<boolean>) {
    const db = await openTestDatabase(engine)
    const now = () => 1_000
    const email = 'ada@uwaterloo.ca'
    const ada = { firstName: 'Ada', lastName: 'L', email, passwordHash: 'old', createdAt: 0 }
    await insertUser(db, ada)
    const change = () => db.run(sql`UPDATE users SET password_hash = 'new'`)
    const passwords = { hash: async () => '', matches: () => check(change) }
    const guesses = createGuessLimit({ db, limiter: createLimiter({ enabled: true, now }) })
    const entering = logIn({ db, passwords, guesses, now }, { email, password: 'x' }, '192.0.2.1')
    return { db, entering }
  }

  it('opens nothing with a password that was changed while it was being checked', async () => {
    const { db, entering } = await adaAnd(async (change) => {
      await change()
      return true
    })
    await expect(entering).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await db.all(sql`SELECT * FROM sessions`)).toEqual([])
  })

  it('does not count a try that could not be checked', async () => {
    const { db, entering } = await adaAnd(() => Promise.reject(new Error('busy')))
    await expect(entering).rejects.toThrow('busy')
    expect(await db.all(sql`SELECT count FROM rate_limits WHERE count > 0`)).toEqual([])
  })
})
