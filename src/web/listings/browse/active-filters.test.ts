import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { activeFilters } from './active-filters.ts'

const activeLabels = (query: string) =>
  activeFilters(categoryById.rental, new URLSearchParams(query)).map(({ label }) => label)

it('labels active filters in the order of the filter sheet', () => {
  expect(activeLabels('max_price=1200&min_price=300&location=King&beds=3&furnished=1')).toEqual([
    '3 bedrooms',
    'Furnished',
    'Location: King',
    'From $300',
    'Up to $1,200',
  ])
})

it('ignores search text, order and cursor', () => {
  expect(activeLabels('q=desk&order=price&cursor=abc')).toEqual([])
})
