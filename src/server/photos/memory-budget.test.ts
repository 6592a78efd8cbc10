import { expect, it } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

it('refuses a student beyond their share with 429, and everyone beyond the whole with 503', () => {
  const reserve = createMemoryBudget({ maxBytes: 100, maxBytesPerStudent: 40 })
  const releaseFirst = reserve(1, 40)
  expect(() => reserve(1, 1)).toThrow(
    expect.objectContaining({ code: 'too_many', retryAfterSeconds: 5 }),
  )
  reserve(2, 40)
  const releaseThird = reserve(3, 20)
  expect(() => reserve(4, 1)).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }),
  )
  releaseThird()
  releaseThird()
  reserve(4, 20)
  expect(() => reserve(5, 1)).toThrow()
  releaseFirst()
  reserve(1, 40)
})
