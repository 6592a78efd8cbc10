import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { copiesSummary } from './copies-view.tsx'

stayOnBuiltInCampus()

it.each([
  [
    { total: 3, offered: 3, lowest_price: 25, median_price: 40 },
    '3 copies from $25, typical price $40',
  ],
  [{ total: 1, offered: 1, lowest_price: 25, median_price: 25 }, '1 copy for $25'],
  [{ total: 2, offered: 2, lowest_price: null, median_price: null }, '2 copies'],
  [
    { total: 1000, offered: 998, lowest_price: 1, median_price: 2.5 },
    '998 copies from $1, typical price $3 · 2 wanted',
  ],
  [{ total: 2, offered: 1, lowest_price: null, median_price: null }, '1 copy · 1 wanted'],
  [{ total: 1, offered: 0, lowest_price: null, median_price: null }, '1 wanted'],
  [{ total: 0, offered: 0, lowest_price: null, median_price: null }, ''],
])('%j reads %j', (copies, text) => {
  expect(copiesSummary(copies)).toBe(text)
})
