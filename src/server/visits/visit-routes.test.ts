import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { browser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'

const visit = { path: '/rentals', userAgent: 'Test/1.0', timestamp: '2026-11-15T12:00:00.000Z' }

describe.each(engines)('visits on %s', (engine) => {
  async function start(settings?: Record<string, string>) {
    const built = await buildTestApp(engine, settings)
    const page = browser(built.app)
    const log = (body: object) => page.post('/api/logs', body)
    const rows = () =>
      built.db.all(sql`SELECT path, user_agent, visited_at FROM visits ORDER BY id`)
    return { ...built, log, rows }
  }

  it('are written soon after, with the server’s time', async () => {
    const { log, rows, clock } = await start()
    expect(await log({ ...visit, timestamp: 1 })).toMatchObject({ status: 204, body: undefined })
    await vi.waitFor(
      async () =>
        expect(await rows()).toEqual([
          { path: '/rentals', user_agent: 'Test/1.0', visited_at: clock.now },
        ]),
      { timeout: 5_000 },
    )
  })

  it('are written at once when there are many', async () => {
    const { log, rows } = await start()
    await Promise.all(Array.from({ length: 100 }, (_, i) => log({ ...visit, path: `/misc/${i}` })))
    await vi.waitFor(async () => expect(await rows()).toHaveLength(100))
  })

  it('keep no query, which may hold a token', async () => {
    const { log, rows } = await start()
    await log({ ...visit, path: '/reset-password?token=s3cret' })
    await log({ ...visit, path: '/about#team' })
    await vi.waitFor(
      async () =>
        expect(await rows()).toMatchObject([{ path: '/reset-password' }, { path: '/about' }]),
      { timeout: 5_000 },
    )
  })

  it.each([
    ['path', { path: 'rentals' }],
    ['path', { path: '//evil.example' }],
    ['path', { path: 'https://evil.example/' }],
    ['path', { path: `/${'a'.repeat(2_000)}` }],
    ['path', { path: '/\0' }],
    ['path', { path: undefined }],
    ['userAgent', { userAgent: 'a'.repeat(1_001) }],
    ['userAgent', { userAgent: '\ud800' }],
    ['timestamp', { timestamp: 'yesterday' }],
    ['timestamp', { timestamp: -1 }],
  ])('with a senseless %s are refused', async (field, wrong) => {
    const { log } = await start()
    const answer = await log({ ...visit, ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  it('in a flood from one address are refused', async () => {
    const { log } = await start()
    const answers = await Promise.all(Array.from({ length: 601 }, () => log(visit)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers['retry-after']).toBe('60')
  })
})
