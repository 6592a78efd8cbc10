import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { firefox } from '#tests/support/user-agents.ts'
import { dayMs } from '../durations.ts'
import { isRobot } from './visit-routes.ts'

const visit = { path: '/rentals', userAgent: firefox, timestamp: '2026-11-15T12:00:00.000Z' }

describe.each(anyEngine)('POST /api/logs on %s', (engine) => {
  async function start() {
    const testApp = await buildTestApp(engine)
    const visitor = createClient(testApp.app)
    const log = (body: object, headers = {}) => visitor.post('/api/logs', body, headers)
    const findRows = async () => {
      await testApp.visits.flush()
      return testApp.db.all(sql`SELECT day, path, visits FROM daily_visits ORDER BY day, path`)
    }
    return { ...testApp, log, findRows }
  }

  it('counts visits per campus day and path by the time of the server', async () => {
    const { log, findRows, clock } = await start()
    changeCampus({ timeZone: 'America/Toronto' })
    expect(await log({ ...visit, timestamp: 1 })).toMatchObject({ status: 204, body: undefined })
    await log(visit)
    await log({ ...visit, path: '/' })
    // The campus is five hours behind UTC, so the day there is still the same.
    clock.now = Date.UTC(2026, 10, 16, 4, 59)
    await log(visit)
    clock.now = Date.UTC(2026, 10, 16, 5)
    await log(visit)
    const day = Date.UTC(2026, 10, 15) / dayMs
    expect(await findRows()).toEqual([
      { day, path: '/', visits: 1 },
      { day, path: '/rentals', visits: 3 },
      { day: day + 1, path: '/rentals', visits: 1 },
    ])
  })

  it('writes soon after, and at once when there are many', async () => {
    const { log, db } = await start()
    const total = async () =>
      (await db.get<{ n: number }>(sql`SELECT sum(visits) AS n FROM daily_visits`))?.n
    await Promise.all(Array.from({ length: 100 }, () => log(visit)))
    await vi.waitFor(async () => expect(await total()).toBe(100))
    await log(visit)
    await vi.waitFor(async () => expect(await total()).toBe(101), { timeout: 5_000 })
  })

  it('counts existing listings by path and everything unknown as other', async () => {
    const { log, findRows, app } = await start()
    const seller = await createLoggedInClient(app, ada)
    const { id } = (await seller.post('/api/misc', listingInputs.misc)).body as { id: number }
    for (const path of [`/misc/${id}`, `/rentals/${id}`, '/misc/99999', '/wp-login.php']) {
      await log({ ...visit, path })
    }
    expect(await findRows()).toMatchObject([
      { path: `/misc/${id}`, visits: 1 },
      { path: 'other', visits: 3 },
    ])
  })

  it('drops the query, which may hold a token', async () => {
    const { log, findRows } = await start()
    await log({ ...visit, path: '/reset-password?token=s3cret' })
    await log({ ...visit, path: '/about#team' })
    expect(await findRows()).toMatchObject([{ path: '/about' }, { path: '/reset-password' }])
  })

  it('does not count robots', async () => {
    const { log, findRows } = await start()
    for (const robot of ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8.5.0', '']) {
      expect((await log(visit, { 'user-agent': robot })).status).toBe(204)
    }
    expect(await findRows()).toEqual([])
  })

  it('recognises robots by the header, whatever the body says', async () => {
    const { log, findRows } = await start()
    await log({ ...visit, userAgent: firefox }, { 'user-agent': 'curl/8.5.0' })
    expect(await findRows()).toEqual([])
    await log({ ...visit, userAgent: 'curl/8.5.0' })
    expect(await findRows()).toMatchObject([{ path: '/rentals', visits: 1 }])
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
  ])('rejects an invalid %s', async (field, wrong) => {
    const { log } = await start()
    const response = await log({ ...visit, ...wrong })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  it('limits the rate of one network', async () => {
    const { log } = await start()
    const responses = await Promise.all(Array.from({ length: 601 }, () => log(visit)))
    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(1)
    expect(rejected[0]?.headers['retry-after']).toBe('60')
  })
})

it.each([
  [''],
  // These are search engines and other crawlers.
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)'],
  // These fetch previews of links.
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['WhatsApp/2.23.20.0'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; WebView/3.0) SkypeUriPreview Preview/0.5'],
  // These programs drive a browser.
  [`${chrome()} Chrome-Lighthouse`],
  [chrome('HeadlessChrome')],
  // These programs have no browser.
  ['curl/8.5.0'],
  ['Wget/1.21.4'],
  ['python-requests/2.31.0'],
  ['Go-http-client/1.1'],
])('%j is a robot', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true)
})

it.each([
  [chrome()],
  [`${chrome()} Edg/130.0.0.0`],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  ],
  // These are the browsers inside Instagram and Facebook, and a phone named Cubot.
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 310.0.0.0.0 Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/441.0.0.0]',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
])('%j is a visitor', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false)
})

function chrome(name = 'Chrome') {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${name}/130.0.0.0 Safari/537.36`
}
