import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { categories, categoryById } from '#categories/index.ts'
import { fromWire } from '#contract/listing.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { ApiError, createApi } from '../queries/api.ts'
import {
  findListed,
  listingKeys,
  listingQuery,
  loadErrorMessage,
  readOwnListings,
} from './listing-queries.ts'

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

it.each(categories)('all parts of a page share one translation of own $id listings', ({ id }) => {
  const wires = [sampleWire(id)]
  expect(readOwnListings[id](wires)).toBe(readOwnListings[id](wires))
  expect(readOwnListings[id]([...wires])).toEqual(readOwnListings[id](wires))
})

describe('a listing that a list has fetched', () => {
  const wire = (id: number, price: number) => ({ ...sampleWire('misc'), id, price })
  const pages = (...results: object[]) => ({ pages: [{ results }], pageParams: [''] })
  const browse = listingKeys.list('misc', 'browse', '')
  const lamp = { category: 'misc', id: '7' } as const

  it('is found in lists, searches and similar listings of its category', () => {
    const lists = [
      [browse, pages(wire(1, 5), wire(7, 5))],
      [listingKeys.list('misc', 'similar', '3'), [wire(7, 5)]],
      [
        [...listingKeys.lists, 'search', 'lamp'],
        [null, null, { results: [wire(7, 5)] }],
      ],
    ] as const
    for (const [key, data] of lists) {
      const queryClient = new QueryClient()
      queryClient.setQueryData(key, data)
      expect(findListed(queryClient, lamp)).toMatchObject({ id: 7, price: 5 })
      expect(findListed(queryClient, { category: 'misc', id: 8 })).toBeUndefined()
      expect(findListed(queryClient, { category: 'rental', id: 7 })).toBeUndefined()
    }
  })

  it('has the values of the newest list', () => {
    const queryClient = new QueryClient()
    const filtered = listingKeys.list('misc', 'browse', 'q=lamp')
    queryClient.setQueryData(filtered, pages(wire(7, 4)), { updatedAt: 2 })
    queryClient.setQueryData(browse, pages(wire(7, 5)), { updatedAt: 1 })
    expect(findListed(queryClient, lamp)).toMatchObject({ price: 4 })
  })

  it('is not found in a list that is known to be out of date', async () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(browse, pages(wire(7, 5)))
    await queryClient.invalidateQueries({ queryKey: listingKeys.lists })
    expect(findListed(queryClient, lamp)).toBeUndefined()
  })
})
