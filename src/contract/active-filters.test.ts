import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { activeFilters, filterLabel, withoutFilter } from './active-filters.ts'

stayOnBuiltInCampus()

const { rental, textbook } = categoryById
const active = (query: string) => activeFilters(rental, new URLSearchParams(query))
const activeLabels = (query: string) => active(query).map(({ label }) => label)

describe('active filters', () => {
  it('have labels, in the order of the filter sheet', () => {
    expect(
      activeLabels('max_price=1200&min_price=300&location=King&beds=3&bedrooms=5&furnished=1'),
    ).toEqual([
      '5 or more bedrooms',
      '3 bedrooms',
      'Furnished',
      'Location: King',
      'From $300',
      'Up to $1,200',
    ])
    expect(activeLabels('months=8&to=2027-04-30&from=2027-01-04&term=2027-winter')).toEqual([
      'Winter 2027',
      'From Jan 4, 2027',
      'Until Apr 30, 2027',
      '8 months',
    ])
  })

  it('leave out search text, order and cursor', () => {
    expect(activeLabels('q=desk&order=price&cursor=abc')).toEqual([])
  })

  it('are one for each of several choices, which can be removed alone', () => {
    const filters = new URLSearchParams('cursor=abc&house_type=Apartment,House')
    const [apartment, house] = activeFilters(rental, filters)
    expect([apartment?.label, house?.label]).toEqual(['Apartment', 'House'])
    expect(apartment && withoutFilter(rental, filters, apartment).toString()).toBe(
      'house_type=House',
    )
  })

  it('of a text are removed as a whole, commas included', () => {
    const filters = new URLSearchParams('location=King,Erb&q=desk')
    const [location] = activeFilters(rental, filters)
    expect(location && withoutFilter(rental, filters, location).toString()).toBe('q=desk')
  })
})

it('a parameter is described in words', () => {
  expect(filterLabel(textbook, 'condition', 'New,Like New')).toBe('New, Like New')
  expect(filterLabel(textbook, 'year', '2')).toBe('Year 2')
  expect(filterLabel(textbook, 'q', 'linear')).toBe('linear')
})
