import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { saleBasis, saleSentence } from './sale-sentence.ts'

stayOnBuiltInCampus()

it.each([
  [40, 55, 6, 'Sold ones like this went for $40–55, most within 6 days.'],
  [40, 55, 1, 'Sold ones like this went for $40–55, most within 1 day.'],
  [1200, 1400, 30, 'Sold ones like this went for $1,200–1,400, most within 30 days.'],
  [40, 40, 6, 'Sold ones like this went for $40, most within 6 days.'],
  // Over half a year, a number of days would say more than is known.
  [40, 55, null, 'Sold ones like this went for $40–55.'],
])('says what things went for: %d to %d within %s', (low, high, within_days, sentence) => {
  expect(saleSentence({ low, high, within_days }, 'Sold')).toBe(sentence)
})

it('says how many are behind it', () => {
  expect(saleBasis({ sales: 1234, like: 'copies of this book' })).toBe(
    'Based on 1,234 copies of this book.',
  )
})
