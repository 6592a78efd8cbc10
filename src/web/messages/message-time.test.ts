import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { formatDay, formatListTime } from './message-time.ts'

stayOnBuiltInCampus()

describe('formatListTime', () => {
  it.each([
    ['2026-11-16T20:15:00.000Z', '3:15 pm'],
    // This time is late in the evening of the day before, on campus.
    ['2026-11-16T04:59:00.000Z', 'Sun'],
    ['2026-11-10T17:00:00.000Z', 'Tue'],
    ['2026-11-09T17:00:00.000Z', 'Nov 9'],
    ['2025-11-16T17:00:00.000Z', 'Nov 16, 2025'],
    // This time is after midnight, but the page was rendered before midnight.
    ['2026-11-17T06:00:00.000Z', '1:00 am'],
  ])('%s is %s on November 16', (time, text) => {
    expect(formatListTime(time, '2026-11-16')).toBe(text)
  })
})

it.each([
  ['2026-11-16', 'Today'],
  ['2026-11-15', 'Yesterday'],
  ['2026-11-14', 'Sat, Nov 14'],
  ['2025-11-16', 'Sun, Nov 16, 2025'],
])('names the day %s %j', (day, name) => {
  expect(formatDay(day, '2026-11-16')).toBe(name)
})
