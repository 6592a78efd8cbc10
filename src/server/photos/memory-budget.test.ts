import { expect, it } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

it('refuses a mailbox beyond its share with 429, and everyone beyond the whole with 503', () => {
  const reserve = createMemoryBudget({ maxBytes: 100, maxBytesPerMailbox: 40 })
  const releaseFirst = reserve('1@wlu.ca', 40)
  expect(() => reserve('1@wlu.ca', 1)).toThrow(
    expect.objectContaining({ code: 'too_many', retryAfterSeconds: 5 }),
  )
  reserve('2@wlu.ca', 40)
  const releaseThird = reserve('3@wlu.ca', 20)
  expect(() => reserve('4@wlu.ca', 1)).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }),
  )
  releaseThird()
  releaseThird()
  reserve('4@wlu.ca', 20)
  expect(() => reserve('5@wlu.ca', 1)).toThrow()
  releaseFirst()
  reserve('1@wlu.ca', 40)
})
