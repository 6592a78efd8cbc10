import { expect, it } from 'vitest'
import { createMemoryLimit } from './memory-limit.ts'

const rule = { max: 2, windowMs: 60_000, sentence: 'Too many.' }

it('refuses past the limit until the window ends, each caller alone', () => {
  let time = 0
  const take = createMemoryLimit({ ...rule, enabled: true, now: () => time })
  take('a')
  time = 15_000
  take('a')
  take('b')
  expect(() => take('a')).toThrow(
    expect.objectContaining({ code: 'too_many', retryAfterSeconds: 45 }),
  )
  time = 60_000
  expect(() => take('a')).not.toThrow()
})

it('lets everyone through when limits are off', () => {
  const take = createMemoryLimit({ ...rule, enabled: false, now: () => 0 })
  for (let i = 0; i < 5; i++) expect(() => take('a')).not.toThrow()
})
