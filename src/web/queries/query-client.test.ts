import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dehydrate, hydrate, QueryClient } from './query-client.ts'

const queryKey = ['listings', 'rental']

/** A query function whose requests settle when the test says so. */
function manualQuery() {
  const requests: {
    resolve: (data: string) => void
    reject: (error: Error) => void
    signal: AbortSignal
  }[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      requests.push({ resolve, reject, signal })
    })
  return { requests, queryFn }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a query', () => {
  it('sends one request for concurrent fetches', async () => {
    const { requests, queryFn } = manualQuery()
    const queryClient = new QueryClient()
    const both = Promise.all([
      queryClient.fetchQuery({ queryKey, queryFn }),
      queryClient.fetchQuery({ queryKey: [...queryKey], queryFn }),
    ])
    expect(requests).toHaveLength(1)
    requests[0]?.resolve('rooms')
    expect(await both).toEqual(['rooms', 'rooms'])
    expect(queryClient.getQueryData(queryKey)).toBe('rooms')
  })

  it('notifies its observers of each state', async () => {
    const { requests, queryFn } = manualQuery()
    const query = new QueryClient().buildQuery<string>(queryKey)
    const states: unknown[] = []
    query.subscribe(() => states.push(query.state))
    query.fetch(queryFn)
    requests[0]?.resolve('rooms')
    await settled()
    expect(states).toMatchObject([
      { data: undefined, isFetching: true, error: null },
      { data: 'rooms', isFetching: false, error: null },
    ])
  })

  it('keeps its data beside the error when a refetch fails', async () => {
    const { requests, queryFn } = manualQuery()
    const query = new QueryClient().buildQuery<string>(queryKey)
    query.setData('rooms')
    const promise = query.fetch(queryFn)
    requests[0]?.reject(new Error('gone'))
    await expect(promise).rejects.toThrow('gone')
    expect(query.state).toMatchObject({
      data: 'rooms',
      isFetching: false,
      error: { message: 'gone' },
    })
  })

  it('clears its error when it is fetched again without data', async () => {
    const { requests, queryFn } = manualQuery()
    const query = new QueryClient().buildQuery<string>(queryKey)
    query.fetch(queryFn).catch(() => undefined)
    requests[0]?.reject(new Error('gone'))
    await settled()
    expect(query.state.error).toBeTruthy()
    query.fetch(queryFn)
    expect(query.state).toMatchObject({ error: null, isFetching: true })
  })

  it('aborts its request when the last observer unsubscribes, and ignores the outcome', async () => {
    const { requests, queryFn } = manualQuery()
    const query = new QueryClient().buildQuery<string>(queryKey)
    const unsubscribe = query.subscribe(() => undefined)
    query.fetch(queryFn).catch(() => undefined)
    unsubscribe()
    expect(requests[0]?.signal.aborted).toBe(true)
    requests[0]?.reject(new Error('aborted'))
    await settled()
    expect(query.state).toMatchObject({ data: undefined, error: null, isFetching: false })
  })
})

describe('prefetchQuery', () => {
  it('ignores a failed request', async () => {
    const queryClient = new QueryClient()
    await queryClient.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('gone')) })
    expect(queryClient.getQueryData(queryKey)).toBeUndefined()
  })
})

describe('staleTime and garbage collection', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('refetches data that is older than staleTime', async () => {
    const queryFn = vi.fn(async () => 'rooms')
    const queryClient = new QueryClient()
    const fetchRooms = () => queryClient.fetchQuery({ queryKey, queryFn, staleTime: 1000 })
    await fetchRooms()
    vi.advanceTimersByTime(999)
    await fetchRooms()
    expect(queryFn).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await fetchRooms()
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('keeps data fresh for ever with an infinite staleTime, but treats missing data as stale', () => {
    const query = new QueryClient().buildQuery(queryKey)
    expect(query.isStale(Number.POSITIVE_INFINITY)).toBe(true)
    query.setData(null)
    vi.advanceTimersByTime(1e12)
    expect(query.isStale(Number.POSITIVE_INFINITY)).toBe(false)
  })

  it('removes a query five minutes after its last observer unsubscribed', () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(queryKey, 'rooms')
    const unsubscribe = queryClient.buildQuery(queryKey).subscribe(() => undefined)
    vi.advanceTimersByTime(3_600_000)
    unsubscribe()
    vi.advanceTimersByTime(299_999)
    queryClient.buildQuery(queryKey).subscribe(() => undefined)()
    vi.advanceTimersByTime(299_999)
    expect(queryClient.getQueryData(queryKey)).toBe('rooms')
    vi.advanceTimersByTime(1)
    expect(queryClient.getQueryData(queryKey)).toBeUndefined()
  })
})

describe('invalidateQueries', () => {
  it('refetches active queries and marks the others as stale', async () => {
    const queryFn = vi.fn(async () => 'new rooms')
    const queryClient = new QueryClient()
    for (const name of ['rental', 'textbook', 'misc']) {
      queryClient.setQueryData(['listings', name], 'old')
    }
    queryClient.setQueryData(['session'], null)
    const active = queryClient.buildQuery<string>(queryKey)
    active.queryFn = queryFn
    active.subscribe(() => undefined)
    await queryClient.invalidateQueries({ queryKey: ['listings'] })
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(queryClient.getQueryData(queryKey)).toBe('new rooms')
    expect(queryClient.buildQuery(queryKey).isStale(1000)).toBe(false)
    expect(queryClient.buildQuery(['listings', 'misc']).isStale(1000)).toBe(true)
    expect(queryClient.buildQuery(['session']).isStale(1000)).toBe(false)
  })

  it('discards the result of a request that was in flight', async () => {
    const { requests, queryFn } = manualQuery()
    const queryClient = new QueryClient()
    const query = queryClient.buildQuery<string>(queryKey)
    query.queryFn = queryFn
    query.subscribe(() => undefined)
    query.refetch()
    const refetched = queryClient.invalidateQueries({ queryKey })
    requests[0]?.resolve('of the previous user')
    requests[1]?.resolve('of this user')
    await refetched
    expect(query.state.data).toBe('of this user')
  })

  it('refetches nothing with refetchType none', () => {
    const queryFn = vi.fn(async () => 'gone')
    const queryClient = new QueryClient()
    queryClient.setQueryData(queryKey, 'rooms')
    const query = queryClient.buildQuery<string>(queryKey)
    query.queryFn = queryFn
    query.subscribe(() => undefined)
    queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    expect(queryFn).not.toHaveBeenCalled()
    expect(query.state.data).toBe('rooms')
    expect(query.isStale(1000)).toBe(true)
  })
})

describe('removeQueries', () => {
  it('keeps active queries with type inactive', () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(['listing', 1], 'inactive')
    queryClient.setQueryData(['listing', 2], 'active')
    queryClient.buildQuery(['listing', 2]).subscribe(() => undefined)
    queryClient.removeQueries({ queryKey: ['listing'], type: 'inactive' })
    expect(queryClient.getQueryData(['listing', 1])).toBeUndefined()
    expect(queryClient.getQueryData(['listing', 2])).toBe('active')
  })
})

describe('while offline', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('sends nothing, and refetches stale active queries on reconnect', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    vi.stubGlobal('navigator', { onLine: false })
    const queryFn = vi.fn(async () => 'rooms')
    const queryClient = new QueryClient()
    const query = queryClient.buildQuery<string>(queryKey)
    query.queryFn = queryFn
    query.staleTime = 1000
    query.subscribe(() => undefined)
    queryClient.buildQuery<string>(['inactive']).queryFn = queryFn
    const stop = queryClient.refetchOnReconnect()
    await query.refetch()
    expect(queryFn).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { onLine: true })
    page.dispatchEvent(new Event('online'))
    await settled()
    expect(query.state.data).toBe('rooms')
    page.dispatchEvent(new Event('online'))
    expect(queryFn).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('dehydrate and hydrate', () => {
  it('transfer successful queries as JSON, fresh after hydration', async () => {
    const onServer = new QueryClient()
    onServer.setQueryData(['session'], null)
    onServer.setQueryData([...queryKey, ''], ['rooms'])
    await onServer.prefetchQuery({
      queryKey: ['gone'],
      queryFn: () => Promise.reject(new Error('gone')),
    })
    const state = JSON.parse(JSON.stringify(dehydrate(onServer)))
    expect(state).toEqual([
      [['session'], null],
      [['listings', 'rental', ''], ['rooms']],
    ])
    const inBrowser = new QueryClient()
    hydrate(inBrowser, state)
    expect(inBrowser.getQueryData([...queryKey, ''])).toEqual(['rooms'])
    expect(inBrowser.buildQuery(['session']).isStale(1000)).toBe(false)
  })
})
