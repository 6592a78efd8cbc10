import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect } from 'vitest'
import { categories } from '#categories/index.ts'
import type { RunningServer } from '#tests/support/running-server.ts'
import { post, signUp } from '#tests/support/seed-through-api.ts'
import { cookieHeader, oddHeaders, oddQuery, oddSegment } from './odd-values.ts'
import { withPatience } from './with-patience.ts'

const parameters = ['q', 'max_price', 'order', 'cursor', 'beds', 'location', 'id', 'token', 'next']

/** Asks so often for pages with something wrong about the address, the cookies or the headers. */
export async function askForOddPages(
  { url }: RunningServer,
  { times, seed }: { times: number; seed: number },
) {
  const student = await signUp(url, 'Ada', 'Lovelace')
  for (const { id } of categories) {
    await post(url, student, id, { photos: ['https://photos.example/1.jpg'] })
  }
  const counts: Record<number, number> = {}
  await fc.assert(
    fc.asyncProperty(oddPage(student.cookie), async ({ path, headers }) => {
      const answer = await withPatience(
        () => get(url + path, headers),
        ({ status }) => status,
      )
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      expectProperPage(answer)
    }),
    // What stays without an answer has failed too.
    { seed, numRuns: times, endOnFailure: true, timeout: 30_000 },
  )
  return counts
}

function oddPage(cookie: string) {
  const starts = ['', ...categories.map(({ path }) => `/${path}`)]
  const address = fc.oneof(
    fc.constantFrom('/', '/about', '/login', '/register', '/dashboard', '/reset-password'),
    fc.constantFrom(...categories.flatMap(({ path }) => [`/${path}`, `/${path}/create`])),
    fc.tuple(fc.constantFrom(...starts), oddSegment).map((parts) => parts.join('/')),
    fc.constantFrom(
      '//',
      '//evil.example/rentals',
      '/\\evil',
      '/.//x',
      '/rentals/../../x',
      '/%2e%2e',
    ),
  )
  return fc.record({
    path: fc.tuple(address, oddQuery(parameters)).map(([path, query]) => `${path}?${query}`),
    headers: fc.oneof(fc.constant({}), fc.constant({ cookie }), cookieHeader, oddHeaders),
  })
}

interface PageAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Unlike fetch, it sends the address as it is written. */
async function get(address: string, headers: Record<string, string>): Promise<PageAnswer> {
  const [, host = '', port, path = ''] = /^http:\/\/(\w+):(\d+)(.*)$/s.exec(address) ?? []
  const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>()
  request({ host, port, path, headers }, async (answer) => {
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) })
  })
    .on('error', reject)
    .end()
  return promise
}

function expectProperPage({ status, headers, body }: PageAnswer) {
  expect(status, body.slice(0, 300)).toBeLessThan(500)
  // An address longer than all headers may be together is refused before anyone reads it.
  if (status === 431) return
  expect(headers['set-cookie']).toBeUndefined()
  if (status === 304) return
  if (status === 302) return expect(headers.location).toMatch(/^\/(?![/\\])/)
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
}
