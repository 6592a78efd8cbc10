import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, countDays, dayNumber, isDay } from './days.ts'

const days = fc
  .integer({ min: dayNumber('0000-01-01'), max: dayNumber('9999-12-31') })
  .map((number) => addDays('1970-01-01', number))

describe('days', () => {
  it.each(['2027-02-30', '2100-02-29', '2027-13-01', '2027-00-10', '2027-1-1', 'soon', ''])(
    'do not include %j',
    (text) => {
      expect(isDay(text)).toBe(false)
    },
  )

  it('include those of all years with four digits', () => {
    fc.assert(fc.property(days, isDay))
    expect(['0000-02-29', '2028-02-29', '9999-12-31'].every(isDay)).toBe(true)
  })

  it('are added and counted without gaps', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 800 }), (day, number) => {
        const later = addDays(day, number)
        if (later !== '9999-12-31') expect(countDays(day, later)).toBe(number + 1)
        expect(later >= day).toBe(true)
      }),
    )
    expect(addDays('2027-03-14', 1)).toBe('2027-03-15')
    expect(addDays('2100-02-28', 1)).toBe('2100-03-01')
    expect(countDays('2027-05-02', '2027-05-01')).toBe(0)
  })

  it('end with the years of four digits', () => {
    expect(addDays('9999-12-30', 7)).toBe('9999-12-31')
    expect(addDays('0000-01-03', -7)).toBe('0000-01-01')
    expect(addMonths('9999-11-30', 4)).toBe('9999-12-31')
  })

  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-10-31', 4, '2028-02-29'],
    ['2099-10-31', 4, '2100-02-28'],
    ['2027-12-15', 12, '2028-12-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['0050-01-15', 1, '0050-02-15'],
  ])('%s and %i months is %s', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later)
  })

  it('keep the day of the month, or take the last', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 24 }), (day, months) => {
        const later = addMonths(day, months)
        if (day >= '9997-01-01') return
        const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(monthOf(later) - monthOf(day)).toBe(months)
        const isLast = addDays(later, 1).endsWith('-01')
        expect(later.slice(8) === day.slice(8) || (isLast && later.slice(8) < day.slice(8))).toBe(
          true,
        )
      }),
    )
  })
})
