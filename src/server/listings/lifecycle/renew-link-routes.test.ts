import { describe, expect, it } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { addCampusDays } from '#format/campus-date.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { dayMs } from '../../durations.ts'

const title = 'Désk “lamp”'
const form = 'application/x-www-form-urlencoded'

describe.each(engines)('renewing by a link on %s', (engine) => {
  async function open() {
    const site = await buildTestApp(engine, {}, { runsClocks: true })
    /** Posts the form without a cookie or Origin, as from an email. */
    const post = (payload: string, headers = {}) =>
      site.app.inject({
        method: 'POST',
        url: '/renew',
        headers: { 'content-type': form, ...headers },
        payload,
      })
    return { ...site, post }
  }

  it('works without logging in, from the mail that a listing has ended', async () => {
    const { app, db, clock, dataDir, post } = await open()
    const ada = await createLoggedInClient(app)
    await ada.post(apiPaths.list('misc'), { ...listingInputs.misc, title })
    clock.now = addCampusDays(clock.now, 30)
    const readToken = async () =>
      /\/renew\?token=([\w-]{43})$/m.exec((await readOutbox(dataDir))[0]?.text ?? '')?.[1]
    await expect.poll(readToken, { timeout: 10_000 }).toBeDefined()
    const token = (await readToken()) ?? ''
    // The email's text is erased once the email is sent.
    const isStored = async () => JSON.stringify(await readAllTables(db)).includes(token)
    await expect.poll(isStored, { timeout: 10_000 }).toBe(false)

    const shown = await app.inject(apiPaths.renewLink(token))
    expect(shown.headers['cache-control']).toBe('no-store')
    const listing = { category: 'misc', id: 1, title, photo: null }
    const renewsUntil = new Date(addCampusDays(clock.now, 30)).toISOString()
    expect(shown.json()).toEqual({
      ...listing,
      status: 'expired',
      ends_at: new Date(clock.now).toISOString(),
      renews_until: renewsUntil,
    })
    const fromMail = {
      origin: 'null',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'document',
    }
    const first = await post(`token=${token}`, fromMail)
    expect([first.statusCode, first.headers.location]).toEqual([303, pagePaths.renewed(token)])
    const again = await post(`token=${token}`)
    expect([again.statusCode, again.headers.location]).toEqual([303, pagePaths.renew(token)])
    expect((await app.inject(apiPaths.renewLink(token))).json()).toEqual({
      ...listing,
      status: 'available',
      ends_at: renewsUntil,
      renews_until: null,
    })
    clock.now += 45 * dayMs
    const late = await post(`token=${token}`)
    expect([late.statusCode, late.headers.location]).toEqual([303, pagePaths.renew(token)])
    expect((await app.inject(apiPaths.renewLink(token))).json()).toMatchObject({
      code: 'gone',
      error: 'This link is too old. You can renew the listing on your dashboard.',
    })
  })

  it('leads odd tokens to the page like unknown ones, and answers other bodies with 4xx', async () => {
    const { app, post } = await open()
    const send = async (token: string) => {
      const [read, posted] = await Promise.all([
        app.inject(apiPaths.renewLink(token)),
        post(new URLSearchParams({ token }).toString()),
      ])
      return [token, read.statusCode, posted.statusCode]
    }
    for (const odd of ['x', ' ', '%', '../..', 'é\u{1f4a9}', 'a'.repeat(200), "' OR 1=1 --"]) {
      expect(await send(odd)).toEqual([odd, 404, 303])
    }
    for (const odd of ['a\0b', 'a'.repeat(201)]) expect(await send(odd)).toEqual([odd, 400, 400])
    const bodies: [type: string, payload: string, status: number][] = [
      [form, '', 400],
      [form, 'token', 303],
      [form, '%E0%A4%A&__proto__[token]=x', 400],
      ['application/json', '{"token":"x"}', 415],
      ['text/plain', 'token=x', 415],
    ]
    for (const [type, payload, status] of bodies) {
      const response = await post(payload, { 'content-type': type })
      expect([payload, response.statusCode]).toEqual([payload, status])
    }
    expect((await app.inject('/api/renew-link')).statusCode).toBe(400)
  })
})
