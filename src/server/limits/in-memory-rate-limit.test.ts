import { expect, it } from 'vitest'
import { minuteMs } from '../durations.ts'
import { createInMemoryRateLimit } from './in-memory-rate-limit.ts'

const rule = { max: 2, windowMs: minuteMs, message: 'Too many.' }

it('rejects calls above the limit until the window ends, counted per key', () => {
  let time = 0
  const take = createInMemoryRateLimit({ ...rule, enabled: true, now: () => time })
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
  const take = createInMemoryRateLimit({ ...rule, enabled: false, now: () => 0 })
  for (let i = 0; i < 5; i++) expect(() => take('a')).not.toThrow()
})
