import { expect, it } from 'vitest'
import { exchange, request } from '../hostile/raw-socket.ts'
import { startApp } from '../support/faults/app-process.ts'
import { milliseconds, reportFigures } from '../support/faults/figures.ts'

const json = 'Content-Type: application/json'

/** The partial requests, with the timeout plus the seconds until the next check for timed-out connections. */
const partialRequests: [name: string, bytes: string, maxMs: number][] = [
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

it('server responds with 408 to a request that is never completed, and closes the connection', async () => {
  const app = await startApp('sqlite')
  const waits = await Promise.all(
    partialRequests.map(async ([name, bytes, maxMs]) => {
      const startedAt = performance.now()
      const { statuses, text } = await exchange(app.url, bytes)
      const waitedMs = performance.now() - startedAt
      // A connection that is idle for a minute is closed without a response.
      if (statuses.length > 0 || maxMs < 60_000) {
        expect(statuses, name).toEqual([408])
        expect(text, name).toContain('"code":"bad_request"')
      }
      expect(waitedMs, name).toBeLessThan(maxMs)
      return [name, milliseconds(waitedMs)] as const
    }),
  )
  reportFigures('incomplete requests are closed after', Object.fromEntries(waits))
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200)
})
