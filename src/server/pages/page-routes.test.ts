import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Render } from '#contract/rendering.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { look } from '../campus/look.ts'
import { AppError } from '../errors.ts'
import { pageRequestIdHeader } from '../http/in-process.ts'

async function buildAppWith(render: Render) {
  const { app } = await buildTestApp(
    'sqlite',
    {},
    { loadWeb: async () => ({ render, assetTags: () => '' }) },
  )
  return app
}

const page = (body: string, status = 200) => ({
  status,
  head: { title: 'A page', description: '' },
  body,
  state: { audience: 'visitors' as const, queries: null, today: '2026-11-15', routeIds: [] },
  modules: [],
})

describe('page routes', () => {
  it('send the status of the page and fetch its data in process', async () => {
    const app = await buildAppWith(async ({ fetch, audience }) => {
      const response = await fetch('/api/health')
      const { status } = (await response.json()) as { status: string }
      return page(`${response.status} ${status} ${audience}`, 404)
    })
    const response = await app.inject('/anything')
    expect(response.statusCode).toBe(404)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.payload).toContain('200 ok visitors')
  })

  it('give the API calls of a page the id of its request, which no client can choose', async () => {
    const ids: string[] = []
    const { app } = await buildTestApp(
      'sqlite',
      {},
      {
        extend: (early) =>
          early.get('/api/request-id', async ({ id }) => {
            ids.push(id)
            return { id }
          }),
        loadWeb: async () => ({
          assetTags: () => '',
          render: async ({ fetch }) => {
            await Promise.all([fetch('/api/request-id'), fetch('/api/request-id')])
            return page('')
          },
        }),
      },
    )
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { [pageRequestIdHeader]: 'chosen' }
    await fetch(`${url}/one`, { headers })
    await fetch(`${url}/two`, { headers })
    await fetch(`${url}/api/request-id`, { headers })
    const [first, second, third, fourth, direct] = ids
    expect([first, third]).toEqual([second, fourth])
    expect(new Set([first, third, direct]).size).toBe(3)
    expect(ids).not.toContain('chosen')
  })

  it('lead shared photos to the form without reading them, if there is no service worker', async () => {
    const app = await buildAppWith(async () => page(''))
    const { share_target } = (await app.inject('/manifest.webmanifest')).json()
    expect(share_target).toMatchObject({
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photos', accept: ['image/*'] }] },
    })
    const shared = await app.inject({
      method: 'POST',
      url: share_target.action,
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'sec-fetch-site': 'none',
        'sec-fetch-dest': 'document',
      },
      payload: '--x--',
    })
    expect([shared.statusCode, shared.headers.location]).toEqual([303, '/sell?shared=0'])
  })

  it('name the campus in the manifest of the home screen, and escape it in HTML', async () => {
    const app = await buildAppWith(async () => {
      throw new Error('broken')
    })
    changeCampus({ brand: 'A<b>' })
    const manifest = await app.inject('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json')
    // The set-up and admins change the name.
    expect(manifest.headers['cache-control']).toBe('no-cache')
    const { etag = '' } = manifest.headers
    const headers = { 'if-none-match': etag }
    expect((await app.inject({ url: '/manifest.webmanifest', headers })).statusCode).toBe(304)
    const { files } = look()
    expect(manifest.json()).toMatchObject({
      name: 'A<b>',
      short_name: 'A<b>',
      icons: [
        { src: files.icon192, sizes: '192x192', purpose: 'any' },
        { src: files.icon512, sizes: '512x512', purpose: 'any' },
        { src: files.maskable, sizes: '512x512', purpose: 'maskable' },
      ],
    })
    expect(files.maskable).toMatch(/^\/brand\//)
    const page = await app.inject('/about')
    expect(page.statusCode).toBe(500)
    expect(page.body).toContain('A&lt;b&gt;')
    expect(page.body).not.toContain('A<b>')
  })

  it('send redirects', async () => {
    const app = await buildAppWith(async ({ url }) =>
      url === '/moved'
        ? { redirect: '/there', status: 301 }
        : { redirect: '/login?next=%2Fdashboard' },
    )
    expect(await app.inject('/moved')).toMatchObject({
      statusCode: 301,
      headers: { location: '/there' },
    })
    const response = await app.inject('/dashboard')
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      '/login?next=%2Fdashboard',
    ])
  })

  it.each(['//', '//evil.example/rentals/1', '/\\evil', '//[', 'http://x/rentals'])(
    'never render another origin for %s',
    async (target) => {
      const rendered: string[] = []
      const app = await buildAppWith(async ({ url }) => {
        rendered.push(url)
        return page('')
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      const response = Buffer.concat(await socket.toArray()).toString()
      expect(response).toMatch(/^HTTP\/1\.1 [24]/)
      for (const url of rendered) expect(url).toMatch(/^\/(?![/\\])/)
    },
  )

  it('send an error page without details when rendering fails', async () => {
    const app = await buildAppWith(async () => {
      throw new Error('secret detail')
    })
    const response = await app.inject('/rentals')
    expect(response.statusCode).toBe(500)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.payload).toContain('Something went wrong on our end!')
    expect(response.payload).not.toContain('secret')
  })

  it('send Retry-After with an unavailable error', async () => {
    const app = await buildAppWith(async () => {
      throw new AppError('unavailable', 'Busy.', { retryAfterSeconds: 5 })
    })
    const response = await app.inject('/rentals')
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
    expect(response.payload).toContain('Busy.')
  })

  it('send Retry-After with a page of status 503', async () => {
    const app = await buildAppWith(async () => page('Not now.', 503))
    const response = await app.inject('/rentals')
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  })
})
