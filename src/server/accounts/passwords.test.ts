import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  const passwords = createPasswords()

  it('stores an argon2id hash that only the password matches', async () => {
    const stored = await passwords.hash('correct horse 1!')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.matches(stored, 'correct horse 1!')).toBe(true)
    expect(await passwords.matches(stored, 'correct horse 1! ')).toBe(false)
  })

  it('matches nothing where there is no account', async () => {
    expect(await passwords.matches(undefined, 'correct horse 1!')).toBe(false)
  })

  it('refuses with a time to come back when too many wait', async () => {
    const busy = createPasswords({ parallel: 1, waiting: 1 })
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => busy.hash('correct horse 1!')))
    const refused = tries.filter((one) => one.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  })
})
