import { describe, expect, it } from 'vitest'
import { formatClock, formatMoment } from './format-moment.ts'

describe('formatClock', () => {
  it.each([
    ['2026-11-16T20:15:00.000Z', '3:15 pm'],
    ['2026-11-16T05:05:00.000Z', '12:05 am'],
    ['2026-11-16T17:00:00.000Z', '12:00 pm'],
    // Daylight saving time.
    ['2026-07-01T13:30:00.000Z', '9:30 am'],
  ])('%s is %s on campus', (time, text) => {
    expect(formatClock(time)).toBe(text)
  })
})

it.each([
  ['2026-11-15T19:05:00.000Z', 'Nov 15, 2:05 pm'],
  // Late in the evening of the day before.
  ['2026-11-16T04:59:00.000Z', 'Nov 15, 11:59 pm'],
  ['2025-12-31T17:00:00.000Z', 'Dec 31, 2025, 12:00 pm'],
])('the moment %s is %s on campus', (time, text) => {
  expect(formatMoment(time, '2026-11-16')).toBe(text)
})
