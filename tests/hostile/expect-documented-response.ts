import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { errorBody, statusByErrorCode } from '#contract/errors.ts'
import type { Operation } from './api-description.ts'

/** Matches stack traces, file names and SQL errors. */
const internals = /\n\s+at |node_modules|\.ts:\d|SQLITE_|syntax error|pg_|RangeError|TypeError/

/** Expects no 5xx, the documented error shape, and no internals. */
export function expectDocumentedResponse(
  { method, url }: InjectOptions,
  response: LightMyRequestResponse,
  statuses?: Operation['statuses'],
) {
  const { statusCode, payload } = response
  expect(statusCode, payload.slice(0, 300)).toBeLessThan(500)
  if (statuses)
    expect(
      statuses.some((each) => matchesStatus(each, statusCode)),
      `${statusCode}`,
    ).toBe(true)
  if (statusCode < 400) return
  expect(payload).not.toMatch(internals)
  const { pathname = '' } = URL.parse(String(url), 'http://site') ?? {}
  // A login at the university is a navigation of the browser.
  const isNavigation = !pathname.startsWith('/api') || pathname.startsWith('/api/auth/university/')
  const isPage = method === 'GET' && isNavigation
  // The answer to a form is a page. The answer to an email client that unsubscribes is a sentence.
  const forms = ['/renew', '/appeal', '/export', '/login/university']
  const isForm = method === 'POST' && forms.includes(pathname)
  const isUnsubscribing = method === 'POST' && pathname === '/unsubscribe'
  const { 'content-type': type } = response.headers
  if (isForm) expect(type).toBe('text/html; charset=utf-8')
  else if (isUnsubscribing) expect(type).toMatch(/^text\/(html|plain); charset=utf-8$/)
  else if (!isPage && method !== 'HEAD') expectErrorShape(response)
}

const matchesStatus = (documented: string, status: number) =>
  documented === String(status) || documented === `${Math.trunc(status / 100)}XX`

function expectErrorShape(response: LightMyRequestResponse) {
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = errorBody.strict().parse(response.json())
  expect(statusByErrorCode[body.code]).toBe(response.statusCode)
  expect(body.error.length).toBeGreaterThan(5)
  expect(body.error.length).toBeLessThan(500)
  if (body.fields) expect([400, 409]).toContain(response.statusCode)
}
