import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, openTestDatabase } from '#tests/support/databases.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'
import { takeNewThread } from './start-thread.ts'

const text = 'Is it still available?'

describe.each(anyEngine)('new threads on %s', (engine) => {
  let db: Db
  const clock = { now: 0 }

  beforeEach(async () => {
    db = await openTestDatabase(engine)
    clock.now = Date.UTC(2026, 10, 15, 12)
  })

  /** Begins a thread as a message does. A refused thread is rolled back. */
  async function take({ ageDays = 30, email = at('bob'), enabled = true, ...thread }) {
    const rateLimiter = createRateLimiter({ enabled, now: () => clock.now })
    const buyer = { email, createdAt: clock.now - ageDays * dayMs }
    const first = { buyer, sellerId: 1, text, now: clock.now, ...thread }
    return db
      .transaction((tx) => takeNewThread(tx, rateLimiter, first))
      .then(() => 'allowed')
      .catch(({ code, message, retryAfterSeconds }) => [code, message, retryAfterSeconds])
  }

  /** Begins many threads, each with a different text. */
  const takeMany = async (count: number, options: Parameters<typeof take>[0] = {}) => {
    const outcomes = new Set<unknown>()
    for (let n = 0; n < count; n++) outcomes.add(await take({ text: `${text} ${n}`, ...options }))
    return [...outcomes]
  }

  it('are 20 a day', async () => {
    expect(await takeMany(20)).toEqual(['allowed'])
    clock.now += hourMs
    const message = 'You can start 20 conversations a day. Please try again later.'
    expect(await take({})).toEqual(['too_many', message, (23 * hourMs) / 1000])
    expect(await take({ email: at('Bob+books') })).toContain('too_many')
    expect(await take({ email: at('eve') })).toBe('allowed')
    clock.now += 23 * hourMs
    expect(await takeMany(20)).toEqual(['allowed'])
    expect(await take({})).toContain('too_many')
  })

  it('are 10 on the first day, which count on the second', async () => {
    expect(await takeMany(10, { ageDays: 0.5 })).toEqual(['allowed'])
    const message = 'You can start 10 conversations on your first day. Please try again tomorrow.'
    for (let again = 0; again < 3; again++) {
      expect(await take({ ageDays: 0.9 })).toEqual(['too_many', message, dayMs / 1000])
    }
    expect(await takeMany(10, { ageDays: 1 })).toEqual(['allowed'])
    expect(await take({ ageDays: 1 })).toContain('too_many')
  })

  it('have the same text for 15 sellers a day, however it is spelled', async () => {
    const spellings = [
      text,
      '  is it STILL  available!!',
      'Is it st\u200Bíll\u00AD avai\u0301lable?',
    ]
    for (let sellerId = 1; sellerId <= 15; sellerId++) {
      const spelled = spellings[sellerId % spellings.length] ?? text
      expect(await take({ sellerId, text: spelled })).toBe('allowed')
    }
    const message = "You've sent this text to 15 sellers today. Write to each about their listing."
    expect(await take({ sellerId: 16 })).toEqual(['too_many', message, dayMs / 1000])
    // This text goes to a seller who already has it, about another listing.
    expect(await take({ sellerId: 3 })).toBe('allowed')
    expect(await take({ sellerId: 16, text: 'Is the lamp still available?' })).toBe('allowed')
    clock.now += dayMs
    expect(await take({ sellerId: 16 })).toBe('allowed')
  })

  it('have a chip as their text for as many sellers as there are', async () => {
    for (let sellerId = 1; sellerId <= 20; sellerId++) {
      expect(await take({ sellerId, text: 'When could I see it?' })).toBe('allowed')
    }
  })

  it('are not counted with RATE_LIMIT=off', async () => {
    for (let sellerId = 1; sellerId <= 25; sellerId++) {
      expect(await take({ sellerId, enabled: false })).toBe('allowed')
    }
    expect(await take({})).toBe('allowed')
  })
})
