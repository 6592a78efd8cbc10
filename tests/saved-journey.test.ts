import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import { nextCampusHour } from '#format/campus-date.ts'
import { minuteMs } from '#server/durations.ts'
import { countJobs } from '#server/jobs/job-queries.ts'
import { buildTestAppWithUsers } from './support/build-test-app-with-users.ts'
import { changeCampus } from './support/campus.ts'
import { type Engine, engines } from './support/databases.ts'
import { ada as adasAccount } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'
import { parseMail, readHeaders } from './support/outbox.ts'
import { createFileForm, encodeForm } from './support/photo-app.ts'
import { fourColorImage } from './support/photo-files.ts'

const appUrl = 'https://quad.example'

/** Opens a site where Ada saves and Bob sells. The server asks for codes and writes its emails to files. */
async function openSite(engine: Engine) {
  const settings = { APP_URL: appUrl, VERIFY_EMAIL: 'on' }
  const site = await buildTestAppWithUsers(engine, settings, { runsClocks: true })
  const { app, db, clock, dataDir, ada, bob } = site
  changeCampus({ currency: builtInCampus.currency })
  const folder = join(dataDir, 'outbox')
  const settle = () =>
    expect.poll(() => countJobs(db, clock.now), { timeout: 20_000, interval: 50 }).toEqual([])
  await settle()
  const known = new Set<string>()

  /** Runs everything that is due. Returns the emails written since the last call. */
  async function readNewMails() {
    await settle()
    const names = (await readdir(folder).catch(() => [])).filter((name) => !known.has(name)).sort()
    for (const name of names) known.add(name)
    return Promise.all(
      names.map(async (name) => {
        const message = await readFile(join(folder, name))
        return { ...parseMail(message), headers: readHeaders(message) }
      }),
    )
  }
  const nextMorning = () => {
    clock.now = nextCampusHour(clock.now, 8)
    return readNewMails()
  }
  const upload = async () => {
    const photo = await fourColorImage().jpeg().toBuffer()
    const form = await encodeForm(createFileForm('image', photo))
    const cookie = { cookie: bob.cookie() }
    const response = await app.inject({
      method: 'POST',
      url: apiPaths.upload,
      ...form,
      headers: { ...form.headers, ...cookie },
    })
    return response.json().url as string
  }
  const rental = async (values: object) => ({
    ...listingInputs.rental,
    photos: [await upload()],
    ...values,
  })
  const post = async (values: object) => {
    // Several listings use the same photo.
    const input = { ...(await rental(values)), anyway: true }
    const { status, body } = await bob.post(apiPaths.list('rental'), input)
    expect(status).toBe(201)
    return body.id
  }
  const edit = async (id: number, values: object) =>
    expect((await bob.put(apiPaths.listing('rental', id), await rental(values))).status).toBe(200)
  const mark = async (id: number, status: string) =>
    expect((await bob.post(apiPaths.status('rental', id), { status })).status).toBe(200)
  /** Unsubscribes as email clients do: by RFC 8058, without cookie and Origin. */
  const unsubscribe = async ({ headers }: { headers: Record<string, string> }) => {
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, url = ''] = /^<(https:[^>]+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? []
    const response = await app.inject({
      method: 'POST',
      url: url.slice(appUrl.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(response.statusCode).toBe(200)
  }
  const readSettings = async () => {
    const { body: account } = await ada.get(apiPaths.account)
    const { body: searches } = await ada.get(apiPaths.savedSearches)
    const { mailMessages, mailReminders, mailSaved, mailFavourites } = account
    return {
      frequencies: searches.results.map(({ frequency }) => frequency),
      ...{ mailMessages, mailReminders, mailSaved, mailFavourites },
    }
  }
  return { ...site, readNewMails, nextMorning, post, edit, mark, unsubscribe, readSettings }
}

describe.each(engines)('what a student saves on %s', (engine) => {
  // Five mornings, each of which waits for all jobs.
  it('is told of by mail, until each mail is turned off; codes and resets come always', {
    timeout: 60_000,
  }, async () => {
    const site = await openSite(engine)
    const { app, db, ada, nextMorning, post, edit, mark, unsubscribe, readSettings } = site
    const brightId = await post({ title: 'Bright room', cost: 850 })
    site.clock.now += minuteMs
    expect((await ada.put(apiPaths.favourite('rental', brightId))).status).toBe(204)
    expect((await ada.patch(apiPaths.account, { mailFavourites: true })).status).toBe(200)
    const search = { category: 'rental', query: 'q=quiet&max_price=800' }
    expect((await ada.post(apiPaths.savedSearches, search)).status).toBe(201)
    const on = {
      frequencies: ['daily'],
      mailMessages: 'soon',
      mailReminders: true,
      mailSaved: true,
      mailFavourites: true,
    }
    expect(await readSettings()).toEqual(on)

    const quietId = await post({ title: 'Quiet room', cost: 700, address: '9 Regina St S' })
    await post({ title: 'Quiet house', cost: 801 })
    const found = await nextMorning()
    expect(found.map(({ to, headers }) => [to, headers.subject])).toEqual([
      [adasAccount.email, expect.stringMatching(/^1 new rental: .*quiet.*\$800/)],
    ])
    const [{ text, html }] = found as [(typeof found)[number]]
    for (const part of [text, html]) {
      for (const words of ['Quiet room', '$700', '9 Regina St S']) expect(part).toContain(words)
      expect(part).toContain(`${appUrl}/rentals/${quietId}`)
      expect(part).not.toContain('Quiet house')
    }
    const [, photo = ''] = /<img[^>]+src="https:\/\/quad\.example(\/[^"]+)"/.exec(html) ?? []
    expect((await app.inject(photo)).headers['content-type']).toMatch(/^image\//)

    for (const mail of found) await unsubscribe(mail)
    expect(await readSettings()).toEqual({ ...on, frequencies: ['off'] })
    await post({ title: 'Another quiet room', cost: 650 })
    expect(await nextMorning()).toEqual([])

    await edit(brightId, { title: 'Bright room', cost: 760 })
    const dropped = await nextMorning()
    expect(dropped.map(({ headers }) => headers.subject)).toEqual(['Bright room is now $760'])
    for (const words of ['$760', 'was $850']) expect(dropped[0]?.text).toContain(words)
    await mark(brightId, 'sold')
    const sold = await nextMorning()
    expect(sold.map(({ headers }) => headers.subject)).toEqual(['Bright room is rented'])
    for (const mail of sold) await unsubscribe(mail)
    expect(await readSettings()).toEqual({ ...on, frequencies: ['off'], mailFavourites: false })
    await mark(brightId, 'available')
    expect(await nextMorning()).toEqual([])

    const off = {
      mailMessages: 'off',
      mailReminders: false,
      mailSaved: false,
      mailFavourites: false,
    }
    expect((await ada.patch(apiPaths.account, off)).status).toBe(200)
    const { email } = adasAccount
    expect((await ada.post(apiPaths.requestPasswordReset, { email })).status).toBe(200)
    await db.run(sql`UPDATE users SET confirmed_at = NULL WHERE email = ${email}`)
    expect((await ada.post(apiPaths.resendCode)).status).toBe(200)
    const needed = await site.readNewMails()
    expect(needed.map(({ headers }) => headers.subject).toSorted()).toEqual([
      expect.stringMatching(`^\\d{6} is your ${campus.brand} code$`),
      `Reset your ${campus.brand} password`,
    ])
    for (const { headers } of needed) expect(headers['list-unsubscribe']).toBeUndefined()
  })
})
