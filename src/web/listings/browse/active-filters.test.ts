import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { activeFilters } from './active-filters.ts'

const labels = (query: string) =>
  activeFilters(categoryById.rental, new URLSearchParams(query)).map(({ label }) => label)

it('are said in words, in the order of the panel', () => {
  expect(labels('max_price=1200&min_price=300&location=King&beds=3&furnished=1')).toEqual([
    '3 bedrooms',
    'Furnished',
    'Location: King',
    'From $300',
    'Up to $1,200',
  ])
})

it('are neither the search nor the order', () => {
  expect(labels('q=desk&order=price&cursor=abc')).toEqual([])
})
