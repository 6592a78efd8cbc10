import { describe, expect, it } from 'vitest'
import type { OwnSession, SecurityEvent } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { createClient } from '#tests/support/http-client.ts'
import { dayMs, hourMs } from '../../durations.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe.each(engines)('logged-in devices on %s', (engine) => {
  /** Ada is logged in twice, Bob once. */
  async function start() {
    const testApp = await buildTestAppWithUsers(engine)
    const { app, clock, ada } = testApp
    clock.now += 3 * hourMs
    const phone = createClient(app)
    await phone.post(
      apiPaths.login,
      { email: 'ada@uwaterloo.ca', password: 'correct horse 1!' },
      { 'user-agent': iphone },
    )
    const read = async () => (await ada.get(apiPaths.sessions)).body as unknown as OwnSession[]
    const isLoggedIn = async () => !('error' in ((await phone.get(apiPaths.me)).body as object))
    const readEvents = async () =>
      ((await ada.get(apiPaths.securityEvents)).body as unknown as SecurityEvent[]).map(
        ({ kind, device }) => `${kind} ${device}`,
      )
    return { ...testApp, phone, read, isLoggedIn, readEvents }
  }

  it('are listed with their last use, which one asks, and without any secret', async () => {
    const { ada, read, clock, phone } = await start()
    const [current, other, ...rest] = await read()
    expect(rest).toEqual([])
    expect(
      [current, other].toSorted((a, b) => Number(b?.isCurrent) - Number(a?.isCurrent)),
    ).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        device: 'Firefox on Linux',
        createdAt: '2026-11-15T12:00:00.000Z',
        lastUsedAt: '2026-11-15T15:00:00.000Z',
        isCurrent: true,
      },
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        device: 'Safari on iOS',
        createdAt: '2026-11-15T15:00:00.000Z',
        lastUsedAt: '2026-11-15T15:00:00.000Z',
        isCurrent: false,
      },
    ])
    const ids = [current?.id, other?.id]
    for (const part of [ada.cookie(), phone.cookieJar.cookie].join('.').split(/[=.]/)) {
      expect(ids).not.toContain(part)
    }
    clock.now += 13 * dayMs
    await ada.post(apiPaths.refresh)
    clock.now += dayMs
    expect(await read(), 'the phone has expired').toMatchObject([{ isCurrent: true }])
  })

  it('are ended one by one, from the next request on', async () => {
    const { ada, bob, read, isLoggedIn, readEvents } = await start()
    const phoneId = (await read()).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect((await bob.delete(apiPaths.session(phoneId))).status).toBe(404)
    expect(await isLoggedIn()).toBe(true)
    expect((await ada.delete(apiPaths.session(phoneId))).status).toBe(204)
    expect(await isLoggedIn()).toBe(false)
    expect(await read()).toMatchObject([{ isCurrent: true }])
    expect((await ada.delete(apiPaths.session(phoneId))).status).toBe(404)
    const ends = (await readEvents()).filter((event) => event.startsWith('session end'))
    expect(ends).toEqual(['session end Safari on iOS'])
  })

  it('are logged out by ending their own session', async () => {
    const { ada, read } = await start()
    const ownId = (await read()).find(({ isCurrent }) => isCurrent)?.id ?? ''
    const response = await ada.delete(apiPaths.session(ownId))
    expect(response).toMatchObject({ status: 204, setCookie: expect.stringContaining('Max-Age=0') })
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
    expect((await ada.get(apiPaths.sessions)).status).toBe(401)
  })

  it('are ended all but the one that asks, and no other student is', async () => {
    const { ada, bob, read, isLoggedIn, readEvents } = await start()
    expect((await ada.delete(apiPaths.sessions)).status).toBe(204)
    expect(await isLoggedIn()).toBe(false)
    expect(await read()).toMatchObject([{ isCurrent: true }])
    expect((await bob.get(apiPaths.me)).body).toMatchObject({ firstName: 'Bob' })
    expect(await readEvents()).toContain('session end Safari on iOS')
  })
})
