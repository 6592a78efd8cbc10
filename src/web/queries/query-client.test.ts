import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { below, QueryClient } from './query-client.ts'

const key = ['listings', 'rental']

/** A server whose answers come when the test says so. */
function slowServer() {
  const asked: { answer: (data: string) => void; fail: (error: Error) => void }[] = []
  const signals: AbortSignal[] = []
  const ask = (signal: AbortSignal) =>
    new Promise<string>((answer, fail) => {
      asked.push({ answer, fail })
      signals.push(signal)
    })
  return { asked, signals, ask }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('an answer', () => {
  it('is asked for once, however many want it', async () => {
    const { asked, ask } = slowServer()
    const queries = new QueryClient()
    const both = Promise.all([
      queries.fetch({ queryKey: key, queryFn: ask }),
      queries.fetch({ queryKey: [...key], queryFn: ask }),
    ])
    expect(asked).toHaveLength(1)
    asked[0]?.answer('rooms')
    expect(await both).toEqual(['rooms', 'rooms'])
    expect(queries.getData(key)).toBe('rooms')
  })

  it('says how it came to be', async () => {
    const { asked, ask } = slowServer()
    const query = new QueryClient().query<string>(key)
    const seen: unknown[] = []
    query.watch(() => seen.push(query.state))
    query.fetch(ask)
    asked[0]?.answer('rooms')
    await settled()
    expect(seen).toMatchObject([
      { data: undefined, isFetching: true, error: null },
      { data: 'rooms', isFetching: false, error: null },
    ])
  })

  it('that fails leaves what was known, and is a state like any other', async () => {
    const { asked, ask } = slowServer()
    const query = new QueryClient().query<string>(key)
    query.set('rooms')
    const answer = query.fetch(ask)
    asked[0]?.fail(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
    expect(query.state).toMatchObject({
      data: 'rooms',
      isFetching: false,
      error: { message: 'gone' },
    })
  })

  it('that failed is pending again while it is asked for again', async () => {
    const { asked, ask } = slowServer()
    const query = new QueryClient().query<string>(key)
    query.fetch(ask).catch(() => undefined)
    asked[0]?.fail(new Error('gone'))
    await settled()
    expect(query.state.error).toBeTruthy()
    query.fetch(ask)
    expect(query.state).toMatchObject({ error: null, isFetching: true })
  })

  it('is called off when nobody waits for it any more, and leaves no trace', async () => {
    const { asked, signals, ask } = slowServer()
    const query = new QueryClient().query<string>(key)
    const leave = query.watch(() => undefined)
    query.fetch(ask).catch(() => undefined)
    leave()
    expect(signals[0]?.aborted).toBe(true)
    asked[0]?.fail(new Error('called off'))
    await settled()
    expect(query.state).toMatchObject({ data: undefined, error: null, isFetching: false })
  })

  it('that can be done without makes no trouble', async () => {
    const queries = new QueryClient()
    await queries.prefetch({ queryKey: key, queryFn: () => Promise.reject(new Error('gone')) })
    expect(queries.getData(key)).toBeUndefined()
  })
})

describe('time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('makes an answer old', async () => {
    const queryFn = vi.fn(async () => 'rooms')
    const queries = new QueryClient()
    const ask = () => queries.fetch({ queryKey: key, queryFn, staleTime: 1000 })
    await ask()
    vi.advanceTimersByTime(999)
    await ask()
    expect(queryFn).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await ask()
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('never makes old what lasts for ever, but an answer that never came is asked for', () => {
    const query = new QueryClient().query(key)
    expect(query.isStale(Number.POSITIVE_INFINITY)).toBe(true)
    query.set(null)
    vi.advanceTimersByTime(1e12)
    expect(query.isStale(Number.POSITIVE_INFINITY)).toBe(false)
  })

  it('has an answer forgotten that nobody looks at', () => {
    const queries = new QueryClient()
    queries.setData(key, 'rooms')
    const leave = queries.query(key).watch(() => undefined)
    vi.advanceTimersByTime(3_600_000)
    leave()
    vi.advanceTimersByTime(299_999)
    queries.query(key).watch(() => undefined)()
    vi.advanceTimersByTime(299_999)
    expect(queries.getData(key)).toBe('rooms')
    vi.advanceTimersByTime(1)
    expect(queries.getData(key)).toBeUndefined()
  })
})

describe('a change', () => {
  it('has what is on screen asked for again, and the rest when it is next shown', async () => {
    const shown = vi.fn(async () => 'new rooms')
    const queries = new QueryClient()
    for (const name of ['rental', 'textbook', 'misc']) queries.setData(['listings', name], 'old')
    queries.setData(['session'], null)
    const watched = queries.query<string>(key)
    watched.ask = shown
    watched.watch(() => undefined)
    await queries.invalidate(below(['listings']))
    expect(shown).toHaveBeenCalledTimes(1)
    expect(queries.getData(key)).toBe('new rooms')
    expect(queries.query(key).isStale(1000)).toBe(false)
    expect(queries.query(['listings', 'misc']).isStale(1000)).toBe(true)
    expect(queries.query(['session']).isStale(1000)).toBe(false)
  })

  it('makes an answer that is on its way worthless', async () => {
    const { asked, ask } = slowServer()
    const queries = new QueryClient()
    const query = queries.query<string>(key)
    query.ask = ask
    query.watch(() => undefined)
    query.refetch()
    const again = queries.invalidate(below(key))
    asked[0]?.answer('of the student before')
    asked[1]?.answer('of this student')
    await again
    expect(query.state.data).toBe('of this student')
  })

  it('can leave what is on screen alone', () => {
    const ask = vi.fn(async () => 'gone')
    const queries = new QueryClient()
    queries.setData(key, 'rooms')
    const query = queries.query<string>(key)
    query.ask = ask
    query.watch(() => undefined)
    queries.outdate(below(key))
    expect(ask).not.toHaveBeenCalled()
    expect(query.state.data).toBe('rooms')
    expect(query.isStale(1000)).toBe(true)
  })

  it('of person drops what nobody looks at', () => {
    const queries = new QueryClient()
    queries.setData(['listing', 1], 'mine')
    queries.setData(['listing', 2], 'on screen')
    queries.query(['listing', 2]).watch(() => undefined)
    queries.forget(below(['listing']))
    expect(queries.getData(['listing', 1])).toBeUndefined()
    expect(queries.getData(['listing', 2])).toBe('on screen')
  })
})

describe('without a network', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('nothing is asked; what is on screen is, when the network returns', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    vi.stubGlobal('navigator', { onLine: false })
    const ask = vi.fn(async () => 'rooms')
    const queries = new QueryClient()
    const query = queries.query<string>(key)
    query.ask = ask
    query.staleTime = 1000
    query.watch(() => undefined)
    queries.query<string>(['unseen']).ask = ask
    const stop = queries.followConnection()
    await query.refetch()
    expect(ask).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { onLine: true })
    page.dispatchEvent(new Event('online'))
    await settled()
    expect(query.state.data).toBe('rooms')
    page.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('the answers of a page', () => {
  it('travel as plain data, without those that failed, and are fresh on arrival', async () => {
    const server = new QueryClient()
    server.setData(['session'], null)
    server.setData([...key, ''], ['rooms'])
    await server.prefetch({ queryKey: ['gone'], queryFn: () => Promise.reject(new Error('gone')) })
    const sent = JSON.parse(JSON.stringify(server.answers()))
    expect(sent).toEqual([
      [['session'], null],
      [['listings', 'rental', ''], ['rooms']],
    ])
    const browser = new QueryClient()
    browser.addAnswers(sent)
    expect(browser.getData([...key, ''])).toEqual(['rooms'])
    expect(browser.query(['session']).isStale(1000)).toBe(false)
  })
})
