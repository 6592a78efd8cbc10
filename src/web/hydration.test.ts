import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { dehydrateQueries, hydrateQueries } from './hydration.ts'

describe('dehydrateQueries and hydrateQueries', () => {
  it('transfer successful queries as JSON, fresh after hydration', async () => {
    const onServer = new QueryClient()
    onServer.setQueryData(['session'], null)
    onServer.setQueryData(['listings', 'rental', ''], ['rooms'], { updatedAt: 1 })
    await onServer.prefetchQuery({
      queryKey: ['gone'],
      queryFn: () => Promise.reject(new Error('gone')),
      retry: false,
    })
    const state = JSON.parse(JSON.stringify(dehydrateQueries(onServer)))
    expect(state).toEqual([
      [['session'], null],
      [['listings', 'rental', ''], ['rooms']],
    ])
    const inBrowser = new QueryClient()
    hydrateQueries(inBrowser, state)
    const query = inBrowser.getQueryCache().find({ queryKey: ['listings', 'rental', ''] })
    expect(query?.state.data).toEqual(['rooms'])
    expect(query?.isStaleByTime(30_000)).toBe(false)
  })
})
