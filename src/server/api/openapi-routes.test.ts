import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { categories, perCategory } from '#categories/index.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { countTurns } from '#tests/support/count-turns.ts'
import { readConfig } from '../config.ts'
import { encodings } from '../http/compression.ts'
import { createServer } from '../http/create-server.ts'
import { createResponseCache } from '../response-cache/response-cache.ts'
import type { OpenApiDocument } from './docs-page.ts'
import { openApiRoutes } from './openapi-routes.ts'

async function describeApi(settings: Record<string, string> = {}) {
  const { app } = await buildTestApp('sqlite', settings)
  const document = (await app.inject('/api/openapi.json')).json<OpenApiDocument>()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase() as 'GET',
      path,
      operation,
    })),
  )
  return { app, document, operations }
}

describe('the API description', () => {
  it('has a unique id, a summary and a described tag for every operation', async () => {
    const { document, operations } = await describeApi()
    const describedTags = document.tags.filter((tag) => tag.description).map(({ name }) => name)
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids).toContain('getRentalsByIdContact')
    expect(ids).toContain('postAuthChangePassword')
    expect(new Set(ids).size).toBe(operations.length)
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z]+([A-Z][a-z]*)+$/)
      expect(operation.summary, name).toBeTruthy()
      expect(describedTags, name).toEqual(expect.arrayContaining(operation.tags ?? ['none']))
    }
  })

  it('is made in slices, between which other requests run', async () => {
    const { app } = await buildTestApp('sqlite')
    const count = countTurns()
    const { paths } = (await app.inject('/api/openapi.json')).json<OpenApiDocument>()
    expect(count()).toBeGreaterThan(Object.keys(paths).length)
  })

  it.each(['contact', 'open', 'members'])(
    'asks for a session where a visitor gets 401, with LISTING_ACCESS=%s',
    async (LISTING_ACCESS) => {
      const { app, operations } = await describeApi({ LISTING_ACCESS })
      for (const { name, method, path, operation } of operations) {
        const url = path.replace(/\{\w+\}/, '1')
        const { statusCode } = await app.inject({ method, url })
        const expected = statusCode === 401 ? [{ session: [] }] : []
        expect(operation.security, name).toEqual(expected)
      }
    },
  )

  it('lists the options of the campus, which is known only after the schemas have loaded', async () => {
    const { app } = await buildTestApp('sqlite')
    changeCampus({ itemKinds: ['Boats'], faculties: ['Law'] })
    const text = (await app.inject('/api/openapi.json')).body
    const listed = (option: string) => text.includes(`"${option}"`)
    expect(['Boats', 'Law', 'Tickets', 'Engineering'].filter(listed)).toEqual(['Boats', 'Law'])
  })

  it.each(['/api/docs', '/api/openapi.json'])('at %s is kept in compressed form', async (url) => {
    const { document } = await describeApi()
    const app = createServer(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }))
    const versions = { read: async () => perCategory(() => 0) }
    const responseCache = createResponseCache({ versions, now: () => 0 })
    const readOpenApi = vi.fn(async () => document)
    openApiRoutes(app, { readOpenApi, responseCache })
    onTestFinished(() => app.close())
    const headers = { 'accept-encoding': encodings[0] }
    const first = await app.inject({ url, headers })
    expect(first.headers['content-encoding']).toBe(encodings[0])
    expect(responseCache.sizeInBytes()).toBeGreaterThan(first.rawPayload.length)
    const second = await app.inject({ url, headers })
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    const etag = String(first.headers.etag)
    const third = await app.inject({ url, headers: { ...headers, 'if-none-match': etag } })
    expect(third.statusCode).toBe(304)
    expect(readOpenApi).toHaveBeenCalledOnce()
  })

  it('names the session cookie', async () => {
    const { document } = await describeApi({ APP_URL: 'https://quad.example' })
    expect(document.components.securitySchemes.session).toMatchObject({
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-quad',
    })
  })

  it('has what is asked of whoever posts the same thing again', async () => {
    const { operations } = await describeApi()
    for (const { path } of categories) {
      const post = operations.find(({ name }) => name === `POST /api/${path}`)?.operation
      expect(post?.requestBody?.content).toMatchObject({
        'application/json': { schema: { properties: { anyway: { type: 'boolean' } } } },
      })
      const duplicate = { properties: { title: { type: 'string' }, can_renew: {} } }
      const content = { 'application/json': { schema: { properties: { duplicate } } } }
      expect(post?.responses).toMatchObject({ 201: { content }, 409: { content } })
      const put = operations.find(({ name }) => name === `PUT /api/${path}/{id}`)?.operation
      expect(JSON.stringify(put?.requestBody)).not.toContain('anyway')
    }
  })

  it('says that a yes or no may be left open', async () => {
    const { operations } = await describeApi()
    const get = operations.find(({ name }) => name === 'GET /api/rentals/{id}')?.operation
    const open = { type: ['boolean', 'null'] }
    const schema = { properties: { has_parking: open } }
    expect(get?.responses).toMatchObject({ 200: { content: { 'application/json': { schema } } } })
  })

  it('has the body of an upload', async () => {
    const { operations } = await describeApi()
    const upload = operations.find(({ name }) => name === 'POST /api/upload')
    expect(upload?.operation.requestBody?.content).toMatchObject({
      'multipart/form-data': {
        schema: { properties: { image: { type: 'string', format: 'binary' } } },
      },
    })
  })
})

describe('the page of the API', () => {
  it('has a list of its parts, and skips no level of headings', async () => {
    const { app } = await buildTestApp('sqlite')
    const { payload } = await app.inject('/api/docs')
    expect(payload).toContain('Post an item')
    expect(payload).toContain('<nav aria-label="Site"><a href="/rentals">Rentals</a>')
    const font = await app.inject('/api/docs/headings.woff2')
    expect(font.headers['content-type']).toBe('font/woff2')
    expect(font.rawPayload.toString('latin1', 0, 4)).toBe('wOF2')
    // Each entry of the contents leads to a section.
    const links = [...payload.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id)
    const sections = [...payload.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)
    expect(links.length).toBeGreaterThan(10)
    expect(links).toEqual(sections)
    const levels = [...payload.matchAll(/<h(\d)>/g)].map(([, level]) => Number(level))
    expect(new Set(levels)).toEqual(new Set([1, 2, 3]))
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    })
  })
})
