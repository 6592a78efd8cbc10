import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { assetRoutes, loadAssets } from './assets.ts'

async function serveAssets() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-assets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/entry-1.js'), 'let it = 1')
  await writeFile(join(folder, 'assets/entry-1.js.gz'), gzipSync('let it = 1'))
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  const assets = await loadAssets(folder)
  const { app } = await buildTestApp(
    'sqlite',
    {},
    { extend: (early) => assetRoutes(early, assets) },
  )
  return (url: string, headers = {}) => app.inject({ url, headers })
}

describe('asset', () => {
  it('is sent in an accepted encoding that was built, each with its own ETag', async () => {
    const get = await serveAssets()
    const plain = await get('/assets/entry-1.js', { 'accept-encoding': 'br' })
    const gzip = await get('/assets/entry-1.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect([plain.payload, plain.headers['content-encoding']]).toEqual(['let it = 1', undefined])
    expect(gzip.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(gzip.headers.etag).not.toBe(plain.headers.etag)
  })

  it('is not sent again when the ETag matches', async () => {
    const get = await serveAssets()
    const { headers } = await get('/favicon.svg')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const again = await get('/favicon.svg', { 'if-none-match': headers.etag })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe('public, max-age=3600')
  })
})
