import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { minuteMs } from '../durations.ts'
import {
  createInMemoryRateLimit,
  createRateLimiter,
  deleteExpiredRateLimits,
  perMinute,
} from './rate-limit.ts'

const rule = { name: 'test', ...perMinute(3), message: 'Too many.' }

describe.each(engines)('rate limiter on %s', (engine) => {
  async function start() {
    const db = await openTestDatabase(engine)
    const clock = { now: 1_000 }
    const rateLimiter = createRateLimiter({ enabled: true, now: () => clock.now })
    return { db, clock, rateLimiter, take: (key = 'a') => rateLimiter.take(db, rule, key) }
  }

  it('never exceeds the limit with concurrent calls', async () => {
    const { take } = await start()
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => take()))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('rejects with Retry-After until the window ends', async () => {
    const { take, clock } = await start()
    await take()
    clock.now += 15_000
    await take()
    await take()
    for (let i = 0; i < 3; i++) {
      await expect(take()).rejects.toMatchObject({ code: 'too_many', retryAfterSeconds: 45 })
    }
    clock.now += 45_000
    await expect(take()).resolves.toBeTruthy()
  })

  it('counts per key', async () => {
    const { take } = await start()
    for (let i = 0; i < 3; i++) await take('a')
    await expect(take('b')).resolves.toBeTruthy()
  })

  it('uncounts a released reservation', async () => {
    const { db, rateLimiter, take } = await start()
    for (let i = 0; i < 20; i++) await rateLimiter.release(db, await take())
    await take()
    await rateLimiter.clear(db, rule, 'a')
    expect(await db.all(sql`SELECT * FROM rate_limits`)).toEqual([])
  })

  it('ignores the release of a reservation from an earlier window', async () => {
    const { db, clock, rateLimiter, take } = await start()
    const expired = await take()
    clock.now += minuteMs
    await take()
    await rateLimiter.release(db, expired)
    expect(await db.get(sql`SELECT count FROM rate_limits`)).toEqual({ count: 1 })
  })

  it('deletes a bucket once its window has ended', async () => {
    const { db, take } = await start()
    await take()
    await deleteExpiredRateLimits(db, 60_999)
    expect(await db.all(sql`SELECT * FROM rate_limits`)).toHaveLength(1)
    await deleteExpiredRateLimits(db, 61_000)
    expect(await db.all(sql`SELECT * FROM rate_limits`)).toEqual([])
  })
})

describe('a limit in memory', () => {
  const rule = { name: 'visits', ...perMinute(2), message: 'Too many.' }

  it('rejects calls above the limit until the window ends, counted per key', () => {
    let time = 0
    const take = createInMemoryRateLimit(rule, { enabled: true, now: () => time })
    take('a')
    time = 15_000
    take('a')
    take('b')
    expect(() => take('a')).toThrow(
      expect.objectContaining({ code: 'too_many', retryAfterSeconds: 45 }),
    )
    time = minuteMs
    expect(() => take('a')).not.toThrow()
  })

  it('allows every call when disabled', () => {
    const take = createInMemoryRateLimit(rule, { enabled: false, now: () => 0 })
    for (let i = 0; i < 5; i++) expect(() => take('a')).not.toThrow()
  })
})
