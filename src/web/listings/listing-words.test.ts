import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { readListPage } from './browse/list-page.ts'
import { priceText, shownDescription, shownPlace, shownTitle } from './listing-words.ts'

const { rental } = categoryById
const loose = (values: object) => values as unknown as Listing

describe('what a screen says of a listing', () => {
  it('has words for what is missing', () => {
    expect(shownTitle(rental, loose({}))).toBe('Untitled listing')
    expect(shownDescription(loose({ description: ' ' }))).toBe('No description provided.')
    expect(priceText(rental, loose({}))).toBe('—')
    expect(shownPlace(loose({}))).toBe('')
  })

  it('reads other names too', () => {
    expect(priceText(rental, loose({ price: '900' }))).toBe('$900')
    expect(shownPlace(loose({ city: 'Kitchener', state: 'ON' }))).toBe('Kitchener, ON')
    expect(shownPlace(loose({ location: 'Uptown', city: 'Kitchener' }))).toBe('Uptown')
  })
})

describe('a page of a list', () => {
  it('may be a bare array', () => {
    const results = [
      { id: 1, cost: 700 },
      { id: 2, cost: 850 },
    ]
    expect(readListPage(rental, results)).toEqual({
      results,
      next: null,
      total: 2,
      total_exact: true,
      max_price: 850,
    })
  })

  it('is empty where the answer makes no sense', () => {
    expect(readListPage(rental, null).results).toEqual([])
  })
})
