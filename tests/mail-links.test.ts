import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isAppealable } from '#contract/moderation-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { addCampusDays } from '#format/campus-date.ts'
import type { Db } from '#server/database/database.ts'
import { dayMs, hourMs } from '#server/durations.ts'
import { countJobs } from '#server/jobs/job-queries.ts'
import { openAppeal } from '#server/moderation/appeals/appeal.ts'
import { tellStudent } from '#server/moderation/mails/decision-mail.ts'
import { askIfStillThere } from '#server/moderation/mails/still-there-mail.ts'
import { writeLog } from '#server/moderation/moderation-log.ts'
import { loadWebBuild } from '#server/pages/web-build.ts'
import { buildWeb } from '../scripts/build.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { changeCampus } from './support/campus.ts'
import { anyEngine, type Engine } from './support/databases.ts'
import { ada, bob, createLoggedInClient, strongPassword } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'
import { type OutboxMail, readOutbox } from './support/outbox.ts'
import { createFileForm, encodeForm } from './support/photo-app.ts'
import { fourColorImage } from './support/photo-files.ts'
import { readAllTables } from './support/read-tables.ts'

const appUrl = 'https://quad.example'
let webFolder: string

beforeAll(async () => {
  webFolder = await buildWeb({ log: () => undefined })
  vi.stubEnv('NODE_ENV', 'production')
}, 180_000)

afterAll(() => vi.unstubAllEnvs())

/** Returns the paths of links and photos, without the origin. */
const findPaths = ({ text, html }: OutboxMail) =>
  [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => {
    expect(url.startsWith(`${appUrl}/`), url).toBe(true)
    return url.slice(appUrl.length)
  })

/** Reads every table except the counters of attempts. */
async function readContent(db: Db) {
  const { rate_limits: _, ...content } = await readAllTables(db)
  return JSON.stringify(content)
}

/** Opens a site with a student who got every email there is, except those that lead to moderation pages. */
async function openSite(engine: Engine) {
  const site = await buildTestApp(
    engine,
    { APP_URL: appUrl },
    { loadWeb: (app) => loadWebBuild(app, webFolder), runsClocks: true },
  )
  const { app, db, clock, dataDir } = site
  // The clock starts before 8 in the morning there.
  changeCampus({ timeZone: 'America/Toronto' })
  const post = async (url: string, payload: object) => {
    const response = await app.inject({ method: 'POST', url, payload })
    expect(response.statusCode).toBe(200)
  }
  const mails = async (count: number) => {
    await expect
      .poll(async () => (await readOutbox(dataDir)).length, { timeout: 10_000 })
      .toBe(count)
    return readOutbox(dataDir)
  }

  const client = await createLoggedInClient(app)
  const photo = await fourColorImage().jpeg().toBuffer()
  const upload = await encodeForm(createFileForm('image', photo))
  const uploaded = await client.send({ method: 'POST', url: apiPaths.upload, ...upload })
  const photos = [Object(uploaded.body).url]
  const postListing = async (title: string) => {
    // They have the same photo.
    const input = { ...listingInputs.misc, title, photos, anyway: true }
    return Object((await client.post(apiPaths.list('misc'), input)).body)
  }
  await postListing('Ended lamp')
  clock.now = addCampusDays(clock.now, 4)
  await postListing('Ending lamp')
  const pending = await postListing('Pending lamp')
  await client.post(apiPaths.status('misc', pending.id), { status: 'pending' })
  clock.now = addCampusDays(clock.now, 26)
  const [reminder] = await mails(1)

  await post(apiPaths.requestPasswordReset, { email: ada.email })
  const reset = (await mails(2)).find(({ subject }) => subject.startsWith('Reset'))
  const token = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1]
  await post(apiPaths.resetPassword, { token, password: `new ${strongPassword}` })
  await mails(3)
  await post(apiPaths.requestPasswordReset, { email: ada.email })
  await mails(4)

  const listing = { category: 'misc' as const, id: pending.id }
  const studentId: number = pending.seller.id
  await db.transaction(async (tx) => {
    const { now } = clock
    for (const action of ['keep', 'ask_to_edit'] as const) {
      const entry = { action, studentId, listing, reason: 'within_rules' } as const
      const logId = await writeLog(tx, { ...entry, actorId: null }, now)
      const appealToken = isAppealable(action)
        ? await openAppeal(tx, { logId, studentId }, now)
        : undefined
      await tellStudent(tx, { appUrl }, { ...entry, logId, appealToken }, now)
    }
    await askIfStillThere(tx, { appUrl }, listing, now)
  })
  await client.logIn({ password: `new ${strongPassword}` })
  const search = { category: 'misc', query: 'q=sofa' }
  expect((await client.post(apiPaths.savedSearches, search)).status).toBe(201)
  const buyer = await createLoggedInClient(app, bob)
  const sofa = { ...listingInputs.misc, title: 'Sofa' }
  expect((await buyer.post(apiPaths.list('misc'), sofa)).status).toBe(201)
  const message = { body: 'Is it still there?' }
  const sent = await buyer.post(apiPaths.listingMessages('misc', pending.id), message)
  expect(sent.status).toBe(201)
  // It is morning now, after the quiet hours.
  clock.now += 2 * hourMs
  const all = await mails(9)
  await expect.poll(async () => countJobs(db, clock.now), { timeout: 10_000 }).toEqual([])
  return { ...site, client, mails: all, reminder }
}

describe.each(anyEngine)('links in mails on %s', (engine) => {
  it('work, and change nothing when they are opened, as mail scanners do', async () => {
    const { app, db, mails, visits } = await openSite(engine)
    const paths = [...new Set(mails.flatMap(findPaths))]
    const kinds = new Set(paths.map((path) => path.replace(/[^/?#.]{22,}/, '…')))
    expect([...kinds].toSorted()).toEqual([
      '/account#email',
      '/api/uploads/….webp',
      '/appeal?…',
      '/dashboard',
      '/messages/1',
      '/misc/3',
      '/misc/4',
      '/misc/create?id=3',
      '/misc?q=sofa',
      '/renew?…',
      '/reset-password#…',
      '/rules',
      '/unsubscribe?token=messages.1.…',
      '/unsubscribe?token=reminders.1.…',
      '/unsubscribe?token=search.1.…',
    ])
    const before = await readContent(db)
    for (const method of ['HEAD', 'GET'] as const) {
      // The paths include the used reset link and the newer one.
      for (const path of paths) {
        // Requests do not contain the part after #.
        const [url = ''] = path.split('#')
        const { statusCode, headers } = await app.inject({ method, url })
        // Forms and messages are behind the login.
        const isPersonal = /^\/(account|messages)|\/create\?/.test(url)
        const login = isPersonal ? pagePaths.login(url) : undefined
        const expected = [method, url, login ? 302 : 200, login]
        expect([method, url, statusCode, headers.location]).toEqual(expected)
      }
    }
    await visits.flush()
    expect(await readContent(db)).toBe(before)

    // Nothing on the page says whether a reset link works. If the token is in the query, no Referer header passes it on.
    const [plain, ...withToken] = await Promise.all(
      ['', '?token=x', '?token=y'].map((query) => app.inject(pagePaths.resetPassword + query)),
    )
    expect(plain?.body).toContain('Choose a new password')
    for (const { body, headers } of withToken) {
      expect(body).toBe(plain?.body)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
    }
  }, 60_000)

  it('open a page that renews the listing by a plain form', async () => {
    const { app, clock, reminder } = await openSite(engine)
    if (!reminder) throw new Error('There is no reminder.')
    const [link = ''] = findPaths(reminder).filter((path) => path.startsWith('/renew'))
    const read = async (url: string) => {
      const { statusCode, headers, body } = await app.inject(url)
      const heading = /<h1[^>]*>([^<]*)/.exec(body)?.[1]
      return { status: statusCode, headers, body, heading }
    }
    const page = await read(link)
    expect(page).toMatchObject({
      heading: 'Keep it listed?',
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    })
    for (const part of ['Ended lamp', 'Ended Dec 15', 'until Jan 14, 2027', 'content="noindex"']) {
      expect(page.body).toContain(part)
    }
    const [, token] = /<input type="hidden" name="token" value="([\w-]+)"/.exec(page.body) ?? []
    expect(page.body).toMatch(/<form (?=[^>]*method="post")[^>]*action="\/renew"/)
    const press = () =>
      app.inject({
        method: 'POST',
        url: '/renew',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `token=${token}`,
      })
    const pressed = await press()
    expect(pressed.statusCode).toBe(303)
    expect(await read(String(pressed.headers.location))).toMatchObject({
      status: 200,
      heading: 'Renewed until Jan 14, 2027',
    })
    const again = await press()
    expect(await read(String(again.headers.location))).toMatchObject({
      status: 200,
      heading: 'Already renewed until Jan 14, 2027',
    })
    clock.now += 31 * dayMs
    const late = await read(link)
    expect(late).toMatchObject({ status: 410, heading: 'Not renewed' })
    expect(late.body).toContain('This link is too old.')
    const unknown = await read(pagePaths.renew('x'))
    expect(unknown).toMatchObject({ status: 404, heading: 'Not renewed' })
    expect((await read('/renew')).status).toBe(404)
  }, 60_000)

  it('open a page that ends such mails by a plain form', async () => {
    const { app, client, mails } = await openSite(engine)
    const links = mails.flatMap(findPaths).filter((path) => path.startsWith('/unsubscribe'))
    const link = (kind: string) => links.find((path) => path.includes(`=${kind}.`)) ?? ''
    const read = async (url: string) => {
      const { statusCode, headers, body: html } = await app.inject(url)
      const body = html.replaceAll('&#x27;', "'")
      const heading = /<h1[^>]*>([^<]*)/.exec(body)?.[1]
      return { status: statusCode, headers, body, heading }
    }
    const kinds: [string, string, string][] = [
      ['messages', 'emails about unread messages', pagePaths.emailSettings],
      ['reminders', 'reminders about your listings', pagePaths.emailSettings],
      ['search', 'emails about this search', pagePaths.saved],
    ]
    for (const [kind, description, settings] of kinds) {
      const page = await read(link(kind))
      expect(page).toMatchObject({
        status: 200,
        heading: 'Unsubscribe?',
        headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      })
      expect(page.body).toContain(`you won't get any more ${description}.`)
      expect(page.body).toContain('content="noindex"')
      expect(page.body.includes('“sofa”')).toBe(kind === 'search')
      const [form = ''] = /<form [^>]*method="post"[^>]*>/.exec(page.body) ?? []
      const [, action = ''] = /action="([^"]+)"/.exec(form) ?? []
      expect(action).toBe(link(kind))
      const pressed = await app.inject({
        method: 'POST',
        url: action,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      })
      expect(pressed.statusCode).toBe(303)
      const done = await read(String(pressed.headers.location))
      expect(done).toMatchObject({ status: 200, heading: "You're unsubscribed" })
      expect(done.body).toMatch(new RegExp(`href="${settings}"[^>]*>[^<]*Turn it back on`))
      expect((await read(link(kind))).heading).toBe("You're already unsubscribed")
    }
    const deleted = await client.send({ method: 'DELETE', url: apiPaths.savedSearch(1) })
    expect(deleted.status).toBe(204)
    for (const url of ['/unsubscribe', pagePaths.unsubscribe('x'), link('search')]) {
      expect(await read(url)).toMatchObject({ status: 404, heading: 'Not unsubscribed' })
    }
  }, 60_000)
})
