import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Render } from '#contract/rendering.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { AppError } from '../errors.ts'
import { pageRoutes } from './page-routes.ts'

/** The app with a web side that shows what it was asked for. */
async function appWith(render: Render) {
  const { app } = await buildTestApp('sqlite', {}, (early) =>
    pageRoutes(early, { web: { render, tags: () => '' }, appUrl: 'https://quad.example' }),
  )
  return app
}

const shown = (body: string, status = 200) => ({
  status,
  head: { title: 'A page', description: '' },
  body,
  state: null,
  modules: [],
})

describe('a page', () => {
  it('comes with its status, its data fetched in process', async () => {
    const app = await appWith(async ({ fetch, signedIn }) => {
      const answer = await fetch('/api/health')
      return shown(`${answer.status} ${await answer.text()} ${signedIn}`, 404)
    })
    const answer = await app.inject('/anything')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.payload).toContain('200 {"status":"ok"} false')
  })

  it('may lead to another', async () => {
    const app = await appWith(async () => ({ redirect: '/login?next=%2Fdashboard' }))
    const answer = await app.inject('/dashboard')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login?next=%2Fdashboard'])
  })

  it.each(['//', '//evil.example/rentals/1', '/\\evil', '//[', 'http://x/rentals'])(
    'is never looked for at %s',
    async (target) => {
      const asked: string[] = []
      const app = await appWith(async ({ url }) => {
        asked.push(url)
        return shown('')
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      const answer = Buffer.concat(await socket.toArray()).toString()
      expect(answer).toMatch(/^HTTP\/1\.1 [24]/)
      for (const url of asked) expect(url).toMatch(/^\/(?![/\\])/)
    },
  )

  it('that fails is a page too, and says nothing of the fault', async () => {
    const app = await appWith(async () => {
      throw new Error('secret detail')
    })
    const answer = await app.inject('/rentals')
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.payload).toContain('Something went wrong on our end!')
    expect(answer.payload).not.toContain('secret')
  })

  it('that has to wait says when to come back', async () => {
    const app = await appWith(async () => {
      throw new AppError('unavailable', 'Busy.', { retryAfterSeconds: 5 })
    })
    const answer = await app.inject('/rentals')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.payload).toContain('Busy.')
  })

  it('whose data has to wait says when to come back', async () => {
    const app = await appWith(async () => shown('Not now.', 503))
    const answer = await app.inject('/rentals')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })
})
