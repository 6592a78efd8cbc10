import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { campusDayNumber } from './campus-date.ts'

stayOnBuiltInCampus()

it.each([
  ['2026-11-15T05:00:00Z', '2026-11-15'],
  ['2026-11-15T04:59:59Z', '2026-11-14'],
  // In daylight saving time the difference is four hours instead of five.
  ['2026-07-01T04:00:00Z', '2026-07-01'],
  ['2026-07-01T03:59:59Z', '2026-06-30'],
])('the campus day of %s is %s', (time, date) => {
  expect(campusDayNumber(Date.parse(time)) * 86_400_000).toBe(Date.parse(date))
})
