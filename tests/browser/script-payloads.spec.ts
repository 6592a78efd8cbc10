import type { APIRequestContext, Page } from '@playwright/test'
import { categories, categoryById } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { payloadListings, payloadStudent, typedTexts } from '../hostile/payloads.ts'
import { readOutbox } from '../support/outbox.ts'
import { startServer } from '../support/running-server.ts'
import { test as base, expect, hydrated, once } from './fixtures.ts'

interface Stored {
  /** The ids of the listings whose every text is a payload. */
  ids: Record<string, number>
  sellerName: string
}

/** A server of its own on which all that students typed tries to run. */
const test = base.extend<object, { stored: Stored }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ RATE_LIMIT: 'off' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  stored: [
    async ({ server, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: server.url })
      await use(await store(request))
      await request.dispose()
    },
    { scope: 'worker', auto: true },
  ],
  page: async ({ page }, use) => {
    await page.addInitScript(() => {
      const note = (what: string) => {
        const found = (Reflect.get(window, 'found') ?? []) as string[]
        Reflect.set(window, 'found', [...found, what])
      }
      Reflect.set(window, 'p', () => note('a script ran'))
      document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
        note(`${violatedDirective} stopped ${blockedURI}`),
      )
    })
    page.on('dialog', (dialog) => {
      throw new Error(`a dialog opened: ${dialog.message()}`)
    })
    await page.route('https://photos.example/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      }),
    )
    await use(page)
  },
})

async function store(request: APIRequestContext): Promise<Stored> {
  expect((await request.post(apiPaths.users, { data: payloadStudent })).status()).toBe(201)
  expect((await request.post(apiPaths.login, { data: payloadStudent })).status()).toBe(200)
  const ids: Record<string, number> = {}
  let sellerName = ''
  for (const { id } of categories) {
    const answer = await request.post(apiPaths.list(id), { data: payloadListings[id] })
    expect(answer.status()).toBe(201)
    const listing = await answer.json()
    ids[id] = listing.id
    sellerName = listing.seller.name
  }
  return { ids, sellerName }
}

const logIn = (page: Page) => page.request.post(apiPaths.login, { data: payloadStudent })

/** What none of our pages has; a payload that became markup would. */
const injected =
  '#pwned, [onerror], [onload], img[src="x"], script:not([src]):not([type="application/json"]):not([type="application/ld+json"])'

/** The page as the server wrote it: no payload became markup, and the data beside it can be read. */
async function expectHarmlessSource(page: Page, path: string) {
  const answer = await page.request.get(path)
  const policy = answer.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  const html = await answer.text()
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
    [html, injected] as const,
  )
  expect(found.injected, path).toEqual([])
  expect(found.data, path).toBeGreaterThan(0)
  for (const [script] of html.matchAll(/<script type="application[^>]*>.*?<\/script>/gs)) {
    expect(script.slice(8, -9)).not.toContain('<')
  }
  return answer
}

/** The page as it stands in the browser, its own code running. */
async function expectHarmless(page: Page) {
  await hydrated(page)
  expect(await page.locator(injected).count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'found'))).toBeUndefined()
}

async function visit(page: Page, path: string) {
  await page.goto(path)
  await expectHarmless(page)
}

test('nothing that a student stored runs for visitors', once, async ({ page, stored }) => {
  await page.goto('/about')
  const pages = ['/', ...categories.map(({ path }) => `/${path}`)]
  for (const path of pages) {
    const answer = await expectHarmlessSource(page, path)
    expect(answer.headers()['set-cookie']).toBeUndefined()
    await visit(page, path)
  }
  for (const { id, wire } of categories) {
    const path = pagePaths.listing(id, stored.ids[id] ?? 0)
    const title = String(payloadListings[id][wire.title])
    const answer = await expectHarmlessSource(page, path)
    expect(answer.headers()['set-cookie']).toBeUndefined()
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    for (const text of [...typedTexts(id), stored.sellerName]) {
      await expect(page.getByRole('main')).toContainText(text)
    }
    await expect(page).toHaveTitle(new RegExp(RegExp.escape(title.slice(0, 60))))
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
      'content',
      new RegExp(RegExp.escape(title.slice(0, 60))),
    )
    const jsonLd = await page.locator('script[type="application/ld+json"]').first().textContent()
    expect(JSON.stringify(JSON.parse(jsonLd ?? ''))).toContain(JSON.stringify(title).slice(1, 40))
  }
})

test('nothing that stands in an address runs', once, async ({ page }) => {
  await page.goto('/about')
  const payload = `"'><b id=pwned><img src=x onerror=p()></script><script>p()</script><!--`
  const typed = encodeURIComponent(payload)
  const paths = [
    ...categories.map(({ path }) => `/${path}?q=${typed}`),
    `/rentals?location=${typed}&q=`,
    `/textbooks?course=${typed}`,
    `/login?next=${encodeURIComponent('javascript:p()')}`,
    `/login?next=/${typed}`,
    `/reset-password?token=${typed}`,
    `/misc/${typed}`,
    `/${typed}`,
  ]
  for (const path of paths) {
    await expectHarmlessSource(page, path)
    await visit(page, path)
  }
  await page.goto(`/misc?q=${typed}`)
  await expect(page.getByRole('searchbox')).toHaveValue(payload)
})

test(
  'nothing runs where the browser itself draws the next page',
  once,
  async ({ page, stored }) => {
    for (const { id, wire } of categories) {
      await visit(page, pagePaths.browse(id))
      await page
        .locator(`a[href="${pagePaths.listing(id, stored.ids[id] ?? 0)}"]`)
        .first()
        .click()
      const title = String(payloadListings[id][wire.title])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expectHarmless(page)
    }
  },
)

test('nothing runs on the pages of a student', once, async ({ page, stored }) => {
  await logIn(page)
  await visit(page, '/dashboard')
  await expect(page.getByRole('main')).toContainText(payloadStudent.firstName)
  for (const { id, wire } of categories) {
    await visit(page, pagePaths.edit(id, stored.ids[id] ?? 0))
    const { label } = categoryById[id].fields[wire.title as never] as { label: string }
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(
      String(payloadListings[id][wire.title]),
    )
    await expectHarmless(page)
    await visit(page, pagePaths.listing(id, stored.ids[id] ?? 0))
    const mail = page.getByRole('link', { name: 'Email Seller' })
    await expect(mail).toHaveAttribute(
      'href',
      /^mailto:payload@uwaterloo\.ca\?subject=[\w%.~!*'()-]+$/,
    )
  }
})

test('feeds and site maps are whole, and say it as it is', once, async ({ page, stored }) => {
  await page.goto('/about')
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
  for (const { id, wire } of categories) {
    const feed = await read(pagePaths.feed(id))
    expect(feed.broken).toBeUndefined()
    expect(feed.elements.filter((name) => /^(b|img|script)$/i.test(name))).toEqual([])
    const texts = feed.texts.join('\n')
    expect(texts).toContain(String(payloadListings[id][wire.title]))
    expect(texts).toContain(String(payloadListings[id].description))
    expect(texts).toContain(stored.sellerName)
  }
  const maps = [
    '/sitemap.xml',
    '/sitemap-pages.xml',
    ...categories.map(({ path }) => `/sitemap-${path}-0.xml`),
  ]
  for (const path of maps) expect((await read(path)).broken, path).toBeUndefined()
})

test('mails show a name as it is', once, async ({ page, server }) => {
  await page.goto('about:blank')
  const { email, firstName } = payloadStudent
  expect((await page.request.post(apiPaths.resetPassword, { data: { email } })).status()).toBe(200)
  await expect.poll(async () => (await readOutbox(server.dataDir)).length).toBeGreaterThan(0)
  for (const mail of await readOutbox(server.dataDir)) {
    expect(mail.to).toBe(email)
    expect(mail.text).toContain(firstName)
    const shown = await page.evaluate(
      ([html, selector]) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html')
        return { injected: parsed.querySelectorAll(selector).length, text: parsed.body.textContent }
      },
      [mail.html, injected] as const,
    )
    expect(shown.injected).toBe(0)
    expect(shown.text).toContain(firstName)
  }
})
