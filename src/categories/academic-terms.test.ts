import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { nextTerms, parseTerm, termAt, termNumberOf } from './academic-terms.ts'
import { addDays, dayNumber } from './days.ts'

stayOnBuiltInCampus()

const days = fc
  .integer({ min: dayNumber('1900-01-01'), max: dayNumber('2200-12-31') })
  .map((number) => addDays('1970-01-01', number))

describe('terms', () => {
  it('are numbered through the years', () => {
    const winter = parseTerm('2027-winter')
    expect(winter).toEqual({
      id: '2027-winter',
      label: 'Winter 2027',
      name: 'Winter',
      year: 2027,
      first: '2027-01-01',
      last: '2027-04-30',
    })
    expect(termAt(termNumberOf('2026-12-31') + 1)).toEqual(winter)
    expect(parseTerm(' 2027-Winter ')).toEqual(winter)
  })

  it.each(['0000-winter', '9999-fall'])('include %s', (id) => {
    expect(parseTerm(id)).toMatchObject({ id })
  })

  it.each(['winter-2027', '2027', '2027-autumn', '27-winter', '20270-winter', '-winter', ''])(
    'do not include %j',
    (id) => {
      expect(parseTerm(id)).toBeUndefined()
    },
  )

  it('of a day are the first that does not end before it', () => {
    fc.assert(
      fc.property(days, (day) => {
        const number = termNumberOf(day)
        expect(termAt(number).last >= day).toBe(true)
        expect(termAt(number - 1).last < day).toBe(true)
      }),
    )
  })

  it('that come next have not begun, and follow each other', () => {
    fc.assert(
      fc.property(days, (today) => {
        const [next, ...later] = nextTerms(today, 4)
        const number = termNumberOf(next?.first ?? '')
        expect(termAt(number).first > today).toBe(true)
        expect(termAt(number - 1).first > today).toBe(false)
        expect(later).toEqual([1, 2, 3].map((distance) => termAt(number + distance)))
      }),
    )
    expect(nextTerms('2027-01-01', 2).map(({ id }) => id)).toEqual(['2027-spring', '2027-fall'])
  })
})
