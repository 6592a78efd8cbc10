import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { createPasswordHasher, hashingConcurrency } from './password-hasher.ts'

describe('passwords', () => {
  const passwords = createPasswordHasher()
  const network = '192.0.2.1'

  it('creates an argon2id hash that matches this password only', async () => {
    const stored = await passwords.hash('correct horse 1!', network)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.matches(stored, 'correct horse 1!', network)).toBe(true)
    expect(await passwords.matches(stored, 'correct horse 1! ', network)).toBe(false)
  })

  it('never matches without a stored hash', async () => {
    expect(await passwords.matches(undefined, 'correct horse 1!', network)).toBe(false)
  })

  it('rejects with 503 and Retry-After when too many calls wait', async () => {
    const limited = createPasswordHasher({ concurrency: 1, maxWaiting: 1 })
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() => limited.hash('correct horse 1!', network)),
    )
    const rejected = results.filter(({ status }) => status === 'rejected')
    expect(rejected.length).toBeGreaterThan(0)
    expect(rejected[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 5 } })
  })

  it('hashes next for a network that has not waited, however many calls of another wait', async () => {
    const shared = createPasswordHasher({ concurrency: 1, maxWaiting: 20 })
    const stored = await shared.hash('correct horse 1!', network)
    // The first login also computes the dummy hash.
    await shared.matches(stored, 'correct horse 1!', network)
    let done = 0
    const flood = Array.from({ length: 30 }, () =>
      shared.hash('correct horse 1!', network).then(
        () => done++,
        () => undefined,
      ),
    )
    expect(await shared.matches(stored, 'correct horse 1!', '198.51.100.7')).toBe(true)
    expect(done).toBeLessThan(3)
    await Promise.all(flood)
    expect(done).toBe(20)
  })
})

it.each([
  { cores: 1, workers: 1, each: 1 },
  { cores: 8, workers: 1, each: 7 },
  { cores: 8, workers: 2, each: 3 },
  { cores: 8, workers: 7, each: 1 },
  { cores: 8, workers: 8, each: 1 },
])(
  'with $cores cores each of $workers workers hashes $each at a time',
  ({ cores, workers, each }) => {
    expect(hashingConcurrency(workers, cores)).toBe(each)
  },
)

it.each([
  'Password1!',
  'PASSWORD!1',
  'password2026!',
  'P@ssw0rd1!',
  '123456789!',
  '1qaz2wsx!',
  'iloveyou 123!',
  'qwertyuiop1!',
])('%j is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

it.each(['correct horse 1!', 'brand new horse 2?', 'dragon7394018265!', 'Tr0ub4dor&3'])(
  '%j is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
