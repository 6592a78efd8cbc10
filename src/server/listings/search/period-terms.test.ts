import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '#categories/days.ts'
import { daysFrom, daysUpTo, dayTerm } from './period-terms.ts'

const days = fc.integer({ min: 0, max: 2 ** 16 - 1 }).map((number) => addDays('1970-01-01', number))

const isIn = (day: string, prefixes: string[]) =>
  prefixes.some((prefix) => dayTerm('first', day).startsWith(prefix))

it('finds a day in the ranges up to and from another exactly if it is in them', () => {
  fc.assert(
    fc.property(days, days, (day, other) => {
      expect(isIn(day, daysUpTo('first', other))).toBe(day <= other)
      expect(isIn(day, daysFrom('first', other))).toBe(day >= other)
      expect(isIn(day, daysUpTo('first', day))).toBe(true)
    }),
  )
})

it('needs few prefixes, none of them for nothing', () => {
  fc.assert(
    fc.property(days, (day) => {
      for (const prefixes of [daysUpTo('first', day), daysFrom('first', day)]) {
        expect(prefixes.length).toBeLessThanOrEqual(17)
        expect(new Set(prefixes).size).toBe(prefixes.length)
      }
    }),
  )
})

it('has a place for days that are centuries away', () => {
  for (const day of ['0000-01-01', '1969-12-31', '9999-12-31']) {
    expect(dayTerm('first', day)).toMatch(/^first:[01]{16}$/)
  }
  expect(isIn('2027-01-01', daysFrom('first', '0000-01-01'))).toBe(true)
  expect(isIn('2027-01-01', daysUpTo('first', '9999-12-31'))).toBe(true)
  expect(isIn('2027-01-01', daysUpTo('first', '0000-01-01'))).toBe(false)
})
