import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext, APIResponse, Page, Response } from '@playwright/test'
import { categories, categoryById, publicCategories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import {
  payloadListings,
  payloadMessage,
  payloadSearch,
  payloadStudent,
  payloadTexts,
} from '../hostile/xss-payloads.ts'
import { readOutbox } from '../support/outbox.ts'
import { quickServer, startServer } from '../support/start-server.ts'
import { test as base, expect, waitForHydration } from './fixtures.ts'
import { logInAsModerator } from './moderators.ts'
import { waitForSavedMail } from './saved-mails.ts'
import { createStudent, logIn as logInAs, logInAsNewStudent } from './students.ts'

interface StoredPayloads {
  /** The ids of the listings whose every text is a payload. */
  ids: Record<string, number>
  sellerId: number
}

/** Uses its own server, where all user content is a payload. */
const test = base.extend<object, { stored: StoredPayloads }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ RATE_LIMIT: 'off' }, quickServer)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  stored: [
    async ({ server, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: server.url })
      await use(await storePayloads(request, server))
      await request.dispose()
    },
    { scope: 'worker', auto: true },
  ],
  page: async ({ page }, use) => {
    await page.addInitScript(() => {
      const record = (event: string) => {
        const found = (Reflect.get(window, 'found') ?? []) as string[]
        Reflect.set(window, 'found', [...found, event])
      }
      for (const name of ['p', 'P']) Reflect.set(window, name, () => record('a script ran'))
      document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
        record(`${violatedDirective} blocked ${blockedURI}`),
      )
    })
    page.on('dialog', (dialog) => {
      throw new Error(`a dialog opened: ${dialog.message()}`)
    })
    const otherHosts: string[] = []
    page.on('request', (request) => {
      if (!/^(https?:\/\/(localhost|127\.0\.0\.1)[:/]|data:|blob:|about:)/.test(request.url()))
        otherHosts.push(request.url())
    })
    await use(page)
    expect(otherHosts).toEqual([])
  },
})

// The tests run in one worker, so that only one server is started and seeded.
test.describe.configure({ mode: 'default' })

/** Stores names that the API no longer accepts, but that older accounts may have. */
function storeNames(dataDir: string) {
  const { firstName, lastName, email } = payloadStudent
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE users SET first_name = ?, last_name = ? WHERE email = ?').run(
    firstName,
    lastName,
    email,
  )
  db.close()
}

async function storePayloads(
  request: APIRequestContext,
  { dataDir }: { dataDir: string },
): Promise<StoredPayloads> {
  const data = { ...payloadStudent, firstName: 'Ada', lastName: 'Lovelace' }
  expect((await request.post(apiPaths.users, { data })).status()).toBe(201)
  storeNames(dataDir)
  expect((await request.post(apiPaths.login, { data: payloadStudent })).status()).toBe(200)
  const ids: Record<string, number> = {}
  let sellerId = 0
  for (const { id } of categories) {
    const response = await request.post(apiPaths.list(id), { data: payloadListings[id] })
    expect(response.status()).toBe(201)
    const listing = await response.json()
    ids[id] = listing.id
    sellerId = listing.seller.id
  }
  return { ids, sellerId }
}

const logIn = (page: Page) => page.request.post(apiPaths.login, { data: payloadStudent })

/** Markup that no page contains, unless a payload was injected. */
const injectedMarkup =
  '#pwned, [onerror], [onload], img[src="x"], script:not([src]):not([type="application/json"]):not([type="application/ld+json"])'

/** Expects that the server's HTML has no injected markup and valid JSON data. */
async function expectHarmlessSource(page: Page, path: string, response: APIResponse | Response) {
  const policy = response.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  const html = await response.text()
  const found = await page.evaluate(
    ([text, selector]) => {
      const parsed = new DOMParser().parseFromString(text, 'text/html')
      const data = [...parsed.querySelectorAll('script[type*=json]')].map((script) =>
        JSON.parse(script.textContent ?? ''),
      )
      return {
        injected: [...parsed.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML),
        data: data.length,
      }
    },
    [html, injectedMarkup] as const,
  )
  expect(found.injected, path).toEqual([])
  expect(found.data, path).toBeGreaterThan(0)
  for (const [script] of html.matchAll(/<script type="application[^>]*>.*?<\/script>/gs)) {
    expect(script.slice(8, -9)).not.toContain('<')
  }
}

/** Checks the page after hydration or a client-side navigation. */
async function expectHarmless(page: Page) {
  await waitForHydration(page)
  expect(await page.locator(injectedMarkup).count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'found'))).toBeUndefined()
}

/** Opens a page and checks its source and the hydrated page. */
async function openHarmlessPage(page: Page, path: string) {
  const response = await page.goto(path)
  if (!response) throw new Error(`${path} has no response`)
  await expectHarmless(page)
  await expectHarmlessSource(page, path, response)
  return response
}

const readHarmlessSource = async (page: Page, path: string) =>
  expectHarmlessSource(page, path, await page.request.get(path))

const titleOf = (id: keyof typeof payloadListings) =>
  String(payloadListings[id][categoryById[id].apiNames.title])

test('stored payloads do not run for visitors', async ({ page, stored }) => {
  const openAsVisitor = async (path: string) => {
    const response = await openHarmlessPage(page, path)
    expect(response.headers()['set-cookie']).toBeUndefined()
  }
  await openAsVisitor('/')
  await openAsVisitor(pagePaths.search('title'))
  await openAsVisitor(pagePaths.copies('textbook', String(payloadListings.textbook.isbn)))
  for (const { id } of publicCategories) {
    const path = pagePaths.listing(id, stored.ids[id] ?? 0)
    const title = titleOf(id)
    const heading = page.getByRole('heading', { level: 1 })
    await openAsVisitor(pagePaths.browse(id))
    await page.locator(`a[href="${path}"]`).first().click()
    await expect(heading).toHaveText(title)
    await expectHarmless(page)

    await openAsVisitor(path)
    await expect(heading).toHaveText(title)
    for (const text of [...payloadTexts(id), payloadStudent.firstName]) {
      await expect(page.getByRole('main')).toContainText(text)
    }
    // The listing's photos are on another server.
    await expect(page.getByText('No image').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'View full screen' })).toHaveCount(0)
    await expectHarmless(page)
    await expect(page).toHaveTitle(new RegExp(RegExp.escape(title.slice(0, 60))))
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
      'content',
      new RegExp(RegExp.escape(title.slice(0, 60))),
    )
    const jsonLd = await page.locator('script[type="application/ld+json"]').first().textContent()
    expect(JSON.stringify(JSON.parse(jsonLd ?? ''))).toContain(JSON.stringify(title).slice(1, 40))
  }
})

test('payloads in URLs do not run', async ({ page }) => {
  const payload = `"'><b id=pwned><img src=x onerror=p()></script><script>p()</script><!--`
  const encoded = encodeURIComponent(payload)
  for (const path of [
    `/search?q=${encoded}`,
    `/rentals?location=${encoded}&q=`,
    `/login?next=${encodeURIComponent('javascript:p()')}`,
    `/login?next=/${encoded}`,
    `/reset-password?token=${encoded}`,
    `/misc/${encoded}`,
    `/${encoded}`,
    `/misc?q=${encoded}`,
  ]) {
    await openHarmlessPage(page, path)
  }
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(payload)
  // The same component as above renders the other lists.
  for (const path of [
    `/rentals?q=${encoded}`,
    `/textbooks?q=${encoded}`,
    `/textbooks?course=${encoded}`,
  ]) {
    await readHarmlessSource(page, path)
  }
})

test('payloads do not run on pages for students', async ({ page, stored }) => {
  const main = page.getByRole('main')
  await logIn(page)
  await openHarmlessPage(page, '/dashboard')
  await expect(main).toContainText(payloadStudent.firstName)
  for (const { id, apiNames } of categories) {
    const listing = pagePaths.listing(id, stored.ids[id] ?? 0)
    const edit = pagePaths.edit(id, stored.ids[id] ?? 0)
    await readHarmlessSource(page, listing)
    await main.locator(`a[href="${listing}"]`).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(id))
    await expectHarmless(page)
    await readHarmlessSource(page, edit)
    await main.locator(`a[href="${edit}"]`).first().click()
    const { label } = categoryById[id].fields[apiNames.title as never] as { label: string }
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(titleOf(id))
    await expectHarmless(page)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
  }
  await logInAs(page, await createStudent(page.request))
  await openHarmlessPage(page, pagePaths.student(stored.sellerId))
  for (const { id } of categories) {
    const listing = pagePaths.listing(id, stored.ids[id] ?? 0)
    await readHarmlessSource(page, listing)
    await main.locator(`a[href="${listing}"]`).first().click()
    const mail = page.getByRole('link', { name: /^Email (Seller|Student)$/ })
    await expect(mail).toHaveAttribute(
      'href',
      /^mailto:payload@uwaterloo\.ca\?subject=[\w%.~!*'()-]+&body=[\w%.~!*'()-]+$/,
    )
    await page.getByRole('link', { name: 'Message', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Message/ })
    await expect(dialog).toBeVisible()
    await expectHarmless(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.goBack()
  }
})

test('payloads in messages do not run', async ({ page, server, stored }) => {
  const send = async (path: string) => {
    const response = await page.request.post(path, { data: { body: payloadMessage } })
    expect(response.status()).toBe(201)
    return (await response.json()).thread_id as number
  }
  const buyer = await logInAsNewStudent(page)
  const id = await send(apiPaths.listingMessages('misc', stored.ids.misc ?? 0))
  const data = { reason: 'scam', note: payloadMessage }
  expect((await page.request.post(apiPaths.reportThread(id), { data })).ok()).toBe(true)
  await logIn(page)
  await send(apiPaths.messages(id))

  for (const reader of [payloadStudent, buyer]) {
    await logInAs(page, reader)
    await openHarmlessPage(page, pagePaths.messages)
    await expect(page.getByRole('region', { name: 'Conversations' })).toContainText(payloadMessage)
    await openHarmlessPage(page, pagePaths.thread(id))
    const messages = page.getByRole('region', { name: /^Messages with/ }).getByRole('listitem')
    await expect(messages).toContainText([payloadMessage, payloadMessage])
    await expectHarmless(page)
  }

  await logInAsModerator(page, server)
  await openHarmlessPage(page, pagePaths.moderatedStudent(stored.sellerId))
  await page.getByRole('button', { name: 'Show the conversation' }).click()
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText(payloadMessage)
  await expectHarmless(page)
})

test('payloads in what is saved do not run, on its page and in its mails', async ({
  page,
  server,
  stored,
}) => {
  const student = await logInAsNewStudent(page)
  for (const { id } of categories) {
    const path = apiPaths.favourite(id, stored.ids[id] ?? 0)
    expect((await page.request.put(path)).status()).toBe(204)
  }
  for (const { id: category } of categories) {
    const query = new URLSearchParams({ q: payloadSearch }).toString()
    const data = { category, query, frequency: 'soon' }
    expect((await page.request.post(apiPaths.savedSearches, { data })).status()).toBe(201)
  }
  await openHarmlessPage(page, pagePaths.saved)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: `“${payloadSearch}”` })).toHaveCount(
    categories.length,
  )
  for (const { id } of categories) await expect(main).toContainText(titleOf(id))
  await expectHarmless(page)

  await logIn(page)
  const listing = await page.request.post(apiPaths.list('misc'), { data: payloadListings.misc })
  expect(listing.status()).toBe(201)
  const mail = await waitForSavedMail(server.dataDir, student)
  const title = titleOf('misc')
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(title.replaceAll(/\s+/g, ' '))
  await page.goto('about:blank')
  await page.setContent(mail.html)
  for (const text of [title, payloadSearch]) {
    await expect(page.locator('body')).toContainText(text)
  }
  expect(await page.locator(injectedMarkup).count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'found'))).toBeUndefined()
})

test('feeds and sitemaps are well-formed and contain the payloads as text', async ({
  page,
  // The feeds show the stored listings.
  stored: _,
}) => {
  const read = async (path: string) => {
    const text = await (await page.request.get(path)).text()
    return page.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      return {
        broken: parsed.querySelector('parsererror')?.textContent,
        elements: [...new Set([...parsed.querySelectorAll('*')].map(({ tagName }) => tagName))],
        texts: [...parsed.querySelectorAll('title, summary, name')].map((each) => each.textContent),
      }
    }, text)
  }
  for (const { id } of publicCategories) {
    const feed = await read(pagePaths.feed(id))
    expect(feed.broken).toBeUndefined()
    expect(feed.elements.filter((name) => /^(b|img|script)$/i.test(name))).toEqual([])
    const texts = feed.texts.join('\n')
    expect(texts).toContain(titleOf(id))
    expect(texts).toContain(String(payloadListings[id].description))
    expect(texts).toContain(payloadStudent.firstName)
  }
  const maps = [
    '/sitemap.xml',
    '/sitemap-pages.xml',
    ...publicCategories.map(({ path }) => `/sitemap-${path}-0.xml`),
  ]
  for (const path of maps) expect((await read(path)).broken, path).toBeUndefined()
})

test('mails contain the payload as text', async ({ page, server }) => {
  const { email, firstName } = payloadStudent
  expect(
    (await page.request.post(apiPaths.requestPasswordReset, { data: { email } })).status(),
  ).toBe(200)
  const readMails = async () =>
    (await readOutbox(server.dataDir)).filter((mail) => mail.to === email)
  await expect.poll(async () => (await readMails()).length).toBeGreaterThan(0)
  for (const mail of await readMails()) {
    expect(mail.text).toContain(firstName)
    const shown = await page.evaluate(
      ([html, selector]) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html')
        return { injected: parsed.querySelectorAll(selector).length, text: parsed.body.textContent }
      },
      [mail.html, injectedMarkup] as const,
    )
    expect(shown.injected).toBe(0)
    expect(shown.text).toContain(firstName)
  }
})
