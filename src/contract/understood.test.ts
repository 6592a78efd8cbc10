import { expect, it } from 'vitest'
import type { UnderstoodPart } from './listings.ts'
import { stillUnderstood, withoutPart } from './understood.ts'

const furnished: UnderstoodPart = { text: 'furnished', filters: { furnished: '1' } }
const bedrooms: UnderstoodPart = { text: '1 bedroom', filters: { own_bedrooms: '1' } }
const without = (q: string, rest: string, part = furnished, parts = [furnished]) =>
  withoutPart(q, { q: rest, parts, corrected: [], dropped: [], names_category: false }, part)

it('takes whole words out of a search', () => {
  expect(without('furnished room', 'room')).toBe('room')
  expect(without('big furnished room', 'big room')).toBe('big room')
  expect(without('unfurnished or furnished', 'unfurnished')).toBe('unfurnished or')
  expect(without('(furnished)', '')).toBe('( )')
})

it('joins the other words if the search says it in other words', () => {
  const parts = [bedrooms, furnished]
  expect(without('1b1b furnished loft', 'loft', bedrooms, parts)).toBe('loft furnished')
})

it('forgets parts whose words are gone', () => {
  const parts = [furnished, bedrooms]
  const understood = { q: '', parts, corrected: [], dropped: [], names_category: false }
  expect(stillUnderstood('furnished', understood).parts).toEqual([furnished])
  expect(stillUnderstood('unfurnished 1 bedroom', understood).parts).toEqual([bedrooms])
})
