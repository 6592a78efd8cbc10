import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { parseTerm } from './academic-terms.ts'
import { categoryById } from './index.ts'
import { coveredTerms, coversTerm, latestFirstDay, monthsOf, readPeriod } from './periods.ts'

stayOnBuiltInCampus()

const { rental, misc } = categoryById
const first = '2027-01-01'
const read = (date_available: unknown, available_to: unknown, is_sublet: unknown = true) =>
  readPeriod(rental, { date_available, available_to, is_sublet })

describe('a period', () => {
  it('of a lease without an end goes on, that of a sublet is not known', () => {
    expect(read(first, null, false)).toEqual({ first, last: null })
    expect(read(first, null)).toEqual({ first, last: undefined })
    expect(read(first, '2027-04-30', false)).toEqual({ first, last: '2027-04-30' })
  })

  it('is none without a first day', () => {
    for (const day of [null, undefined, 5, 'soon', '2027-02-30', '2027-99-99']) {
      expect(read(day, '2027-04-30')).toBeUndefined()
    }
    expect(readPeriod(misc, { date_available: first })).toBeUndefined()
  })

  it.each(['2026-12-31', '2029-01-02', '9999-12-31'])(
    'has no known end if %s is stored, which cannot be saved',
    (day) => {
      expect(read(first, day)).toEqual({ first, last: undefined })
      expect(read(first, day, false)).toEqual({ first, last: undefined })
    },
  )

  it('covers terms by 85 of 100 days', () => {
    const ids = (last: string | null | undefined, from = first) =>
      coveredTerms({ first: from, last }).map(({ id }) => id)
    expect(ids('2027-04-30')).toEqual(['2027-winter'])
    expect(ids('2027-04-12')).toEqual(['2027-winter'])
    expect(ids('2027-04-11')).toEqual([])
    expect(ids('2028-08-31', '2027-05-10')).toEqual([
      '2027-spring',
      '2027-fall',
      '2028-winter',
      '2028-spring',
    ])
    expect(ids(null)).toEqual([])
    expect(ids(undefined)).toEqual([])
  })

  it('covers a term if it begins by the latest first day and goes on', () => {
    const term = parseTerm('2027-winter')
    if (!term) expect.unreachable()
    expect(latestFirstDay(term)).toBe('2027-01-19')
    expect(coversTerm({ first: '2027-01-19', last: null }, term)).toBe(true)
    expect(coversTerm({ first: '2027-01-20', last: null }, term)).toBe(false)
  })

  it('has so many months give or take 15 days', () => {
    const months = (last: string | null) => monthsOf({ first, last }, [4, 8, 12])
    expect(months('2027-04-30')).toBe(4)
    expect(months('2027-04-15')).toBe(4)
    expect(months('2027-04-14')).toBeUndefined()
    expect(months('2027-05-15')).toBe(4)
    expect(months('2027-05-16')).toBeUndefined()
    expect(months('2027-12-31')).toBe(12)
    expect(months(null)).toBeUndefined()
  })
})
