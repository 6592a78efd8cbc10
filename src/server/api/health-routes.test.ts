import { describe, expect, it } from 'vitest'
import { version } from '#contract/version.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { anyEngine } from '#tests/support/databases.ts'

describe.each(anyEngine)('GET /api/health on %s', (engine) => {
  it('answers while load shedding refuses everything else', async () => {
    const release = Promise.withResolvers<string>()
    let started = 0
    const { app } = await buildTestApp(
      engine,
      { NODE_ENV: 'production' },
      {
        extend: (testApp) =>
          testApp.get('/api/slow', () => {
            started++
            return release.promise
          }),
      },
    )
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const get = (path: string, method = 'GET') => fetch(url + path, { method })
    const slow = Array.from({ length: 100 }, () => get('/api/slow'))
    await expect.poll(async () => (await get('/api/misc')).status).toBe(503)
    expect(started).toBeLessThan(100)
    expect((await get('/api/misc', 'HEAD')).status).toBe(503)
    const health = await get('/api/health')
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version }])
    release.resolve('done')
    const statuses = await Promise.all(slow.map(async (response) => (await response).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
