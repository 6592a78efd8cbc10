import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { CampusRequest } from './client.ts'
import { type Kind, runOpenLoop } from './open-loop.ts'

const request = (path: string): CampusRequest => ({ path, headers: {} })
const answerAfter = (ms: number) => async () => {
  await pause(ms)
  return { body: '' }
}
const pageKind: Kind = {
  name: 'page',
  perSecond: 1,
  arrive: (send) => send('page', request('/')),
}

describe('runOpenLoop', () => {
  it('does not wait for an answer before the next arrival', async () => {
    const third = Promise.withResolvers<void>()
    let sent = 0
    const send = async () => {
      if (++sent === 3) third.resolve()
      await third.promise
      return { body: '' }
    }
    const arrivals = [0, 10, 20].map((at) => ({ kind: pageKind, at }))
    const { requests } = await runOpenLoop({ send }, arrivals)
    expect(requests.get('page')?.milliseconds).toHaveLength(3)
  })

  it('counts from the planned time, and reports its own lag', async () => {
    const blockingKind: Kind = {
      ...pageKind,
      arrive: async () => {
        const until = performance.now() + 60
        while (performance.now() < until);
      },
    }
    const arrivals = [
      { kind: blockingKind, at: 0 },
      { kind: pageKind, at: 1 },
    ]
    const { requests, lags } = await runOpenLoop({ send: answerAfter(0) }, arrivals)
    expect(requests.get('page')?.milliseconds[0]).toBeGreaterThan(55)
    expect(lags[1]).toBeGreaterThan(55)
  })

  it('counts a following request from its own start', async () => {
    const kind: Kind = {
      ...pageKind,
      arrive: async (send) => {
        await send('page', request('/'))
        await send('call', request('/api/auth/me'))
      },
    }
    const send = ({ path }: CampusRequest) => answerAfter(path === '/' ? 200 : 0)()
    const { requests } = await runOpenLoop({ send }, [{ kind, at: 0 }])
    expect(requests.get('page')?.milliseconds[0]).toBeGreaterThan(195)
    expect(requests.get('call')?.milliseconds[0]).toBeLessThan(195)
  })

  it('counts failures apart from the times', async () => {
    const send = async () => ({ failure: '503', body: '' })
    const arrivals = [0, 1].map((at) => ({ kind: pageKind, at }))
    const { requests } = await runOpenLoop({ send }, arrivals)
    expect(requests.get('page')).toEqual({ milliseconds: [], failures: new Map([['503', 2]]) })
  })
})
