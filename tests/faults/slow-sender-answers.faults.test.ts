import { expect, it } from 'vitest'
import { exchange, request } from '../hostile/raw-socket.ts'
import { startApp } from '../support/faults/app-process.ts'
import { figures, milliseconds } from '../support/faults/figures.ts'

const json = 'Content-Type: application/json'

/** How long each may take: the limit, and the few seconds until someone looks. */
const unfinished: [what: string, bytes: string, withinMs: number][] = [
  ['a request line', 'GET /api/health\r\n', 20_000],
  ['half a header', 'GET /api/health HTTP/1.1\r\nHost: loc', 20_000],
  [
    'half a body',
    request('POST /api/logs HTTP/1.1', [json, 'Content-Length: 50'], { body: '{"path"' }),
    75_000,
  ],
  [
    'half a chunk',
    request('POST /api/logs HTTP/1.1', [json, 'Transfer-Encoding: chunked'], { body: '9\r\n{' }),
    75_000,
  ],
]

it('lets no sender who stops half-way hold a connection, and says that the time is over', async () => {
  const app = await startApp('sqlite')
  const waits = await Promise.all(
    unfinished.map(async ([what, bytes, withinMs]) => {
      const began = performance.now()
      const { statuses, text } = await exchange(app.url, bytes)
      const waited = performance.now() - began
      // A connection on which nothing moves for a minute is closed without a word.
      if (statuses.length > 0 || withinMs < 60_000) {
        expect(statuses, what).toEqual([408])
        expect(text, what).toContain('"code":"bad_request"')
      }
      expect(waited, what).toBeLessThan(withinMs)
      return [what, milliseconds(waited)] as const
    }),
  )
  figures('senders who stop are let go after', Object.fromEntries(waits))
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200)
})
