import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { parseFilters } from '#contract/list-filters.ts'
import type { ListPage } from '#contract/listings.ts'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { listingsQuery } from '../browse/listings-query.ts'
import { backLabel } from './back-link.tsx'

const api = createApi(async () => Response.json({}))
const queryClient = createQueryClient()
const labelOf = (listUrl: string) => backLabel(listUrl, queryClient, api)

describe('the label of the way back', () => {
  it('counts the results of the list that led here, if they are still known', () => {
    const category = categoryById.rental
    const filters = parseFilters(category, new URLSearchParams('q=king&type=sublet'))
    const page: ListPage = { results: [], next: null, total: 9, total_exact: true, max_price: 0 }
    queryClient.setQueryData(listingsQuery(api, category, filters).queryKey, {
      pages: [page, { ...page, total: 8 }],
      pageParams: ['', 'a'],
    })
    expect(labelOf('/rentals?type=sublet&q=king&utm_source=x')).toBe('Back to 9 results')
    expect(labelOf('/Rentals/?type=sublet&q=king')).toBe('Back to 9 results')
    expect(labelOf('/rentals?type=lease')).toBe('Back to results')
    expect(labelOf('/misc?type=sublet&q=king')).toBe('Back to results')
  })

  it.each([
    ['/search?q=desk', 'Back to results'],
    ['/textbooks/isbn/9781285741550', 'Back to results'],
    ['/students/7', 'Back to profile'],
    ['/', undefined],
    ['/rentals/7', undefined],
    ['/rentals/create', undefined],
    ['/dashboard', undefined],
  ])('of %s is %s', (listUrl, label) => {
    expect(labelOf(listUrl)).toBe(label)
  })
})
