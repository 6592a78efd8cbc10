import { expect, it } from 'vitest'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
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

it('is not moving-out time between terms, before a short one, or after the last of a year', () => {
  const term = (id: string, firstDay: string, lastDay: string) => ({
    id,
    name: id,
    firstDay,
    lastDay,
  })
  changeCampus({
    terms: [
      term('spring', '01-15', '05-20'),
      term('block', '06-10', '06-20'),
      term('autumn', '09-05', '12-20'),
    ],
  })
  const times = ['04-29', '04-30', '05-20', '05-21', '06-09', '06-10', '06-20', '06-21', '12-20']
  const found = times.filter((day) => isMovingOutTime(`2027-${day}`))
  expect(found).toEqual(['04-30', '05-20', '06-10', '06-20', '12-20'])
  expect(isMovingOutTime('2027-12-21')).toBe(false)
})

it('says until when things are free in campus time', () => {
  expect(formatFreeUntil('2026-11-28T23:00:00Z', '2026-11-18')).toBe('Sat, Nov 28, 6:00 pm')
})
