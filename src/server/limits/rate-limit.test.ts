import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { createLimiter, sweepLimits } from './rate-limit.ts'

const rule = { name: 'test', max: 3, windowMs: 60_000, sentence: 'Too many.' }

describe.each(engines)('a limit on %s', (engine) => {
  async function start() {
    const db = await openTestDatabase(engine)
    const clock = { now: 1_000 }
    const limiter = createLimiter({ enabled: true, now: () => clock.now })
    return { db, clock, limiter, take: (who = 'a') => limiter.take(db, rule, who) }
  }

  it('holds for tries at once', async () => {
    const { take } = await start()
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => take()))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('says when to come back, and begins anew then', async () => {
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

  it('counts each caller alone', async () => {
    const { take } = await start()
    for (let i = 0; i < 3; i++) await take('a')
    await expect(take('b')).resolves.toBeTruthy()
  })

  it('takes a try back', async () => {
    const { db, limiter, take } = await start()
    for (let i = 0; i < 20; i++) await limiter.giveBack(db, await take())
    await take()
    await limiter.clear(db, rule, 'a')
    expect(await db.all(sql`SELECT * FROM rate_limits`)).toEqual([])
  })

  it('does not take back a try of a window that is over', async () => {
    const { db, clock, limiter, take } = await start()
    const old = await take()
    clock.now += 60_000
    await take()
    await limiter.giveBack(db, old)
    expect(await db.get(sql`SELECT count FROM rate_limits`)).toEqual({ count: 1 })
  })

  it('leaves nothing behind once it is over', async () => {
    const { db, take } = await start()
    await take()
    await sweepLimits(db, 60_999)
    expect(await db.all(sql`SELECT * FROM rate_limits`)).toHaveLength(1)
    await sweepLimits(db, 61_000)
    expect(await db.all(sql`SELECT * FROM rate_limits`)).toEqual([])
  })
})
