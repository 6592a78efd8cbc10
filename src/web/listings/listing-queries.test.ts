import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { categories, categoryById } from '#categories/index.ts'
import { fromWire } from '#contract/listing.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { ApiError, createApi } from '../queries/api.ts'
import { listingQuery, loadErrorMessage } from './listing-queries.ts'

const broken = new ApiError(500, {})
const offline = new TypeError('Failed to fetch')

it.each([
  ['rental', broken, 'Failed to load house.'],
  ['rental', offline, 'Failed to fetch rental data.'],
  ['textbook', broken, 'Textbook not found'],
  ['textbook', offline, 'Failed to fetch textbook data.'],
  ['misc', broken, 'Failed to load item.'],
  ['misc', offline, 'Failed to fetch item data.'],
] as const)('a %s that fails to load with %s says "%s"', (category, error, message) => {
  expect(loadErrorMessage(categoryById[category], error)).toBe(message)
})

it.each(categories)(
  'the cache has a $id as the API sent it, and one function translates it',
  async ({ id: category }) => {
    const wire = sampleWire(category)
    const api = createApi(async () => Response.json(wire))
    const query = listingQuery(api, { category, id: 1 })
    expect(await new QueryClient().fetchQuery(query)).toEqual(wire)
    expect(query.select?.(wire)).toEqual(fromWire(category, wire))
    expect(query.select?.(null)).toBeNull()
    expect(query.select?.({ gone: 'Sold.' })).toEqual({ gone: 'Sold.' })
    // TanStack Query would call a new function on each rendering.
    expect(listingQuery(api, { category, id: '2' }).select).toBe(query.select)
  },
)
