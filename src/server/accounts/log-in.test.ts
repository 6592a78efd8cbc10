import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'
import { logIn } from './log-in.ts'
import { createLoginAttemptLimiter } from './login-attempt-limiter.ts'
import { insertUser } from './user-queries.ts'

describe.each(engines)('logIn on %s', (engine) => {
  async function logInWith(check: (change: () => Promise<unknown>) => Promise<boolean>) {
    const db = await openTestDatabase(engine)
    const now = () => 1_000
    const email = 'ada@uwaterloo.ca'
    const ada = { firstName: 'Ada', lastName: 'L', email, passwordHash: 'old', createdAt: 0 }
    await insertUser(db, ada)
    const change = () => db.run(sql`UPDATE users SET password_hash = 'new'`)
    const passwordHasher = { hash: async () => '', matches: () => check(change) }
    const rateLimiter = createRateLimiter({ enabled: true, now })
    const loginAttempts = createLoginAttemptLimiter({ db, rateLimiter })
    const login = logIn(
      { db, passwordHasher, loginAttempts, now },
      { email, password: 'x' },
      '192.0.2.1',
    )
    return { db, login }
  }

  it('starts no session when the password is changed during the check', async () => {
    const { db, login } = await logInWith(async (change) => {
      await change()
      return true
    })
    await expect(login).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await db.all(sql`SELECT * FROM sessions`)).toEqual([])
  })

  it('does not count an attempt whose check failed with an error', async () => {
    const { db, login } = await logInWith(() => Promise.reject(new Error('busy')))
    await expect(login).rejects.toThrow('busy')
    expect(await db.all(sql`SELECT count FROM rate_limits WHERE count > 0`)).toEqual([])
  })
})
