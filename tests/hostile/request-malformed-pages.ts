import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect } from 'vitest'
import { categories } from '#categories/index.ts'
import { createListing, signUp } from '#tests/support/seed-through-api.ts'
import type { RunningServer } from '#tests/support/start-server.ts'
import {
  malformedCookie,
  malformedHeaders,
  malformedQuery,
  malformedSegment,
} from './malformed-values.ts'
import { retryOn503 } from './retry-on-503.ts'

const queryParameters = [
  'q',
  'max_price',
  'order',
  'cursor',
  'beds',
  'location',
  'id',
  'ids',
  'term',
  'near',
  'token',
  'next',
]

/** JSON that cannot become text: it has no valid `toString`, or is nested too deeply. */
const malformedChoices = [
  '{"toString":1}',
  '['.repeat(7_000),
  '['.repeat(7_000) + ']'.repeat(7_000),
]

/** Requests pages with malformed URLs, cookies or headers. */
export async function requestMalformedPages(
  { url }: RunningServer,
  { times, seed }: { times: number; seed: number },
) {
  const student = await signUp(url, 'Ada', 'Lovelace')
  for (const { id } of categories) {
    await createListing(url, student, id, { photos: ['https://photos.example/1.jpg'] })
  }
  const counts: Record<number, number> = {}
  await fc.assert(
    fc.asyncProperty(malformedPageRequest(student.cookie), async ({ path, headers }) => {
      const response = await retryOn503(
        () => get(url + path, headers),
        ({ status }) => status,
      )
      counts[response.status] = (counts[response.status] ?? 0) + 1
      expectPageResponse(response)
    }),
    // A request without a response fails because of the timeout.
    {
      seed,
      numRuns: times,
      endOnFailure: true,
      timeout: 30_000,
      examples: malformedChoices.map((json) => [
        { path: `/rentals?house_type=${json}`, headers: {} },
      ]),
    },
  )
  return counts
}

function malformedPageRequest(cookie: string) {
  const prefixes = ['', '/messages', ...categories.map(({ path }) => `/${path}`)]
  const pathname = fc.oneof(
    fc.constantFrom(
      '/',
      '/about',
      '/login',
      '/register',
      '/dashboard',
      '/messages',
      '/reset-password',
      '/rentals/compare',
    ),
    fc.constantFrom(...categories.flatMap(({ path }) => [`/${path}`, `/${path}/create`])),
    fc.tuple(fc.constantFrom(...prefixes), malformedSegment).map((parts) => parts.join('/')),
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
    path: fc
      .tuple(pathname, malformedQuery(queryParameters))
      .map(([path, query]) => `${path}?${query}`),
    headers: fc.oneof(fc.constant({}), fc.constant({ cookie }), malformedCookie, malformedHeaders),
  })
}

interface PageResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a GET. Unlike fetch, it does not normalise the URL. */
async function get(url: string, headers: Record<string, string>): Promise<PageResponse> {
  const [, host = '', port, path = ''] = /^http:\/\/(\w+):(\d+)(.*)$/s.exec(url) ?? []
  const { promise, resolve, reject } = Promise.withResolvers<PageResponse>()
  request({ host, port, path, headers }, async (response) => {
    const { statusCode = 0, headers: responseHeaders } = response
    resolve({ status: statusCode, headers: responseHeaders, body: await text(response) })
  })
    .on('error', reject)
    .end()
  return promise
}

function expectPageResponse({ status, headers, body }: PageResponse) {
  expect(status, body.slice(0, 300)).toBeLessThan(500)
  // Node itself rejects a URL longer than the limit for all headers.
  if (status === 431) return
  expect(headers['set-cookie']).toBeUndefined()
  if (status === 304) return
  if (status === 301 || status === 302) return expect(headers.location).toMatch(/^\/(?![/\\])/)
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
}
