import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { look } from '../campus/look.ts'
import { assetRoutes } from './web-build.ts'

const script = 'let it = 1'

const files = {
  'assets/entry-1.js': script,
  'assets/entry-1.js.gz': gzipSync(script),
  'assets/page-1.css': 'a {}',
  'assets/page-1.css.gz': gzipSync('a {}'),
  'assets/page-1.css.br': brotliCompressSync('a {}'),
  'assets/font-1.woff2': 'font',
  'favicon.svg': '<svg/>',
  'worker.js': 'work()',
  '.vite/manifest.json': '{}',
}

async function serveAssets(options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quad-assets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const { app, db } = await buildTestApp(
    'sqlite',
    {},
    {
      loadWeb: async (early) => {
        assetRoutes(early, folder, options)
        return {
          assetTags: () => '',
          render: async () => ({ redirect: '/a-page' }),
        }
      },
    },
  )
  changeCampus(builtInCampus)
  const get = (url: string, headers = {}, method: InjectOptions['method'] = 'GET') =>
    app.inject({ url, headers, method })
  return { db, folder, get }
}

describe('asset', () => {
  it('is sent in an accepted encoding that was built, each with its own ETag', async () => {
    const { get } = await serveAssets()
    const plain = await get('/assets/entry-1.js', { 'accept-encoding': 'br' })
    const gzip = await get('/assets/entry-1.js', { 'accept-encoding': 'br;q=0, gzip' })
    const br = await get('/assets/page-1.css', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect([plain.payload, plain.headers['content-encoding']]).toEqual([script, undefined])
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(gzip.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
      'content-length': String(files['assets/entry-1.js.gz'].length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(gzip.rawPayload).toEqual(files['assets/entry-1.js.gz'])
    expect(br.headers['content-encoding']).toBe('br')
    expect(br.rawPayload).toEqual(files['assets/page-1.css.br'])
    expect(gzip.headers.etag).not.toBe(plain.headers.etag)
  })

  it.each([
    ['/assets/page-1.css', 'text/css; charset=utf-8'],
    ['/assets/font-1.woff2', 'font/woff2'],
    ['/favicon.svg', 'image/svg+xml'],
  ])('%s has the type %s', async (url, type) => {
    const { get } = await serveAssets()
    const { headers } = await get(url, { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
  })

  it('has icons of its own brand instead of those with the built-in mark', async () => {
    const { get } = await serveAssets()
    changeCampus({ brand: 'Harbour' })
    const { statusCode, headers } = await get('/favicon.svg')
    expect([statusCode, headers.location]).toEqual([302, look().files.icon])
    expect(headers['cache-control']).toBe('no-cache')
    expect((await get('/assets/page-1.css')).statusCode).toBe(200)
  })

  it('is not sent again when the ETag matches', async () => {
    const { get } = await serveAssets()
    const { headers } = await get('/favicon.svg')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const again = await get('/favicon.svg', { 'if-none-match': headers.etag })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe('public, max-age=3600')
  })

  it('is sent in part, or not at all to a HEAD request', async () => {
    const { get } = await serveAssets()
    const part = await get('/assets/entry-1.js', { range: 'bytes=4-5' })
    expect([part.statusCode, part.payload]).toEqual([206, 'it'])
    const head = await get('/assets/entry-1.js', {}, 'HEAD')
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(script.length))
  })

  it.each([
    [412, { 'if-match': '"other"' }],
    [416, { range: 'bytes=99-' }],
  ])('responds %i when it cannot do what %j asks', async (status, headers) => {
    const { get } = await serveAssets()
    const response = await get('/assets/entry-1.js', headers)
    expect([response.statusCode, response.payload]).toEqual([status, ''])
    expect(response.headers['cache-control']).toBe('private, no-cache')
  })

  it('is sent without looking up the session', async () => {
    const { db, get } = await serveAssets()
    await db.close()
    const cookie = `quad=${'a'.repeat(22)}.${'b'.repeat(43)}`
    expect((await get('/assets/entry-1.js', { cookie })).statusCode).toBe(200)
  })

  it('is the service worker, which browsers never keep, or a script that removes it', async () => {
    const worker = await (await serveAssets()).get('/worker.js')
    expect([worker.payload, worker.headers['cache-control']]).toEqual(['work()', 'no-cache'])
    const stop = await (await serveAssets({ stopsWorker: true })).get('/worker.js')
    expect(stop.payload).toContain('registration.unregister()')
    expect(stop.payload).not.toContain('work()')
    expect(stop.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('javascript'),
    })
  })

  it('is not in the API description', async () => {
    const { get } = await serveAssets()
    expect((await get('/api/openapi.json')).payload).not.toContain('/assets/')
  })

  it.each([
    ['/assets/gone-1.js'],
    ['/assets/entry-1.js.gz'],
    ['/assets/'],
    ['/assets/..%2Ffavicon.svg'],
  ])('%s is not found, without rendering a page', async (url) => {
    const { get } = await serveAssets()
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it('is not found once its file is gone', async () => {
    const { get, folder } = await serveAssets()
    await rm(join(folder, 'assets/entry-1.js'))
    expect((await get('/assets/entry-1.js')).statusCode).toBe(404)
  })

  it.each([['/.vite/manifest.json'], ['/favicon.svg.gz']])(
    '%s is no asset but a page',
    async (url) => {
      const { get } = await serveAssets()
      expect((await get(url)).headers.location).toBe('/a-page')
    },
  )
})
