import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { errorBody, errorStatus } from '#contract/errors.ts'
import type { Operation } from './api-description.ts'

/** What only this server should see: files, statements, stacks. */
const inside = /\n\s+at |node_modules|\.ts:\d|SQLITE_|syntax error|pg_|RangeError|TypeError/

/** Never our fault, always in the documented shape, and nothing from inside. */
export function expectProperAnswer(
  { method, url }: InjectOptions,
  answer: LightMyRequestResponse,
  statuses?: Operation['statuses'],
) {
  const { statusCode, payload } = answer
  expect(statusCode, payload.slice(0, 300)).toBeLessThan(500)
  if (statuses)
    expect(
      statuses.some((each) => means(each, statusCode)),
      `${statusCode}`,
    ).toBe(true)
  if (statusCode < 400) return
  expect(payload).not.toMatch(inside)
  const isPage = method === 'GET' && !String(url).startsWith('/api')
  if (!isPage && method !== 'HEAD') expectDocumentedShape(answer)
}

const means = (documented: string, status: number) =>
  documented === String(status) || documented === `${Math.trunc(status / 100)}XX`

function expectDocumentedShape(answer: LightMyRequestResponse) {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = errorBody.strict().parse(answer.json())
  expect(errorStatus[body.code]).toBe(answer.statusCode)
  expect(body.error.length).toBeGreaterThan(5)
  expect(body.error.length).toBeLessThan(500)
  if (body.fields) expect([400, 409]).toContain(answer.statusCode)
}
