import { apiPaths } from '#contract/paths.ts'
import type { RequestRow } from './request-rows.ts'
import type { BarByEngine } from './result-tables.ts'
import type { Site } from './sites.ts'
import { messagesInThread } from './threads.ts'
import type { BenchRequest } from './workload.ts'

const pollBar: BarByEngine = { sqlite: { ratio: 0.2 }, postgres: { ratio: 0.1 } }
const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Returns the rows that read messages: the calls that a tab polls every few seconds, and the pages that a student opens. */
export function createMessageReadRows({ server, threads }: Site): RequestRow[] {
  return [
    {
      name: 'student: poll of an unchanged thread, 304',
      server,
      requests: threads.map(({ id, cookie, etag }) => ({
        path: apiPaths.messages(id),
        headers: { ...compressed, cookie, 'if-none-match': etag },
      })),
      bar: pollBar,
    },
    {
      name: `student: open a thread of ${messagesInThread.toLocaleString('en-CA')} messages`,
      server,
      requests: threads.map(({ id, cookie }) => ({
        path: apiPaths.messages(id),
        headers: { ...compressed, cookie },
      })),
    },
    {
      name: 'student: list of threads',
      server,
      requests: threads.map(({ cookie }) => ({
        path: apiPaths.threads(),
        headers: { ...compressed, cookie },
      })),
    },
  ]
}

/** Returns the row that sends messages. Without a client id, each request is a new message and never a repetition. */
export function createMessageWriteRow({ server, threads }: Site): RequestRow {
  const requests = threads.map(
    ({ id, cookie }): BenchRequest => ({
      method: 'POST',
      path: apiPaths.messages(id),
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ body: "Yes, it's still available!" }),
    }),
  )
  return { name: 'student: send a message', server, requests }
}
