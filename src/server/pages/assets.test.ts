import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { assetRoutes, loadAssets } from './assets.ts'

async function serve() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-assets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/entry-1.js'), 'let it = 1')
  await writeFile(join(folder, 'assets/entry-1.js.gz'), gzipSync('let it = 1'))
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  const assets = await loadAssets(folder)
  const { app } = await buildTestApp('sqlite', {}, (early) => assetRoutes(early, assets))
  return (url: string, headers = {}) => app.inject({ url, headers })
}

describe('a built file', () => {
  it('comes in the encoding that is asked for and was built, each under a tag of its own', async () => {
    const ask = await serve()
    const plain = await ask('/assets/entry-1.js', { 'accept-encoding': 'br' })
    const gzip = await ask('/assets/entry-1.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect([plain.payload, plain.headers['content-encoding']]).toEqual(['let it = 1', undefined])
    expect(gzip.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(gzip.headers.etag).not.toBe(plain.headers.etag)
  })

  it('need not be sent to who has it', async () => {
    const ask = await serve()
    const { headers } = await ask('/favicon.svg')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const again = await ask('/favicon.svg', { 'if-none-match': headers.etag })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe('public, max-age=3600')
  })
})
