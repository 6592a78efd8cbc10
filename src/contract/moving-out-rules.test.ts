import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { formatFreeUntil, isMovingOutTime } from './moving-out-rules.ts'

stayOnBuiltInCampus()

it.each([
  ['2026-12-10', false],
  ['2026-12-11', true],
  ['2026-12-31', true],
  ['2027-01-01', false],
  ['2027-04-09', false],
  ['2027-04-10', true],
  ['2027-04-30', true],
  ['2027-05-01', false],
])('the last three weeks of a term are moving-out time: %s %s', (today, isTime) => {
  expect(isMovingOutTime(today)).toBe(isTime)
})

it('says until when things are free in campus time', () => {
  expect(formatFreeUntil('2026-11-28T23:00:00Z', '2026-11-18')).toBe('Sat, Nov 28, 6:00 pm')
})
