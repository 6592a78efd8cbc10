import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, waitForHydration } from './fixtures.ts'
import type { Seed } from './seed-site.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'

interface TestedPage {
  path: string
  heading: string
  status: number
}

const pages: Record<'visitor' | 'bob', TestedPage[]> = {
  visitor: [
    { path: '/', heading: 'Buy, Sell, and Rent. Right on Campus.', status: 200 },
    { path: '/about', heading: 'Student housing, and a marketplace you can trust', status: 200 },
    { path: '/rules', heading: 'The rules', status: 200 },
    { path: '/privacy', heading: 'What we keep, and for how long', status: 200 },
    { path: '/search?q=room', heading: 'Search', status: 200 },
    { path: '/sell', heading: 'What do you want to post?', status: 200 },
    { path: '/offline', heading: "You're offline", status: 200 },
    { path: '/students/:id', heading: 'Ada L.', status: 200 },
    { path: '/textbooks/isbn/9783319110790', heading: 'Linear Algebra Done Right', status: 200 },
    { path: '/renew?token=unknown', heading: 'Not renewed', status: 404 },
    { path: '/export?token=unknown', heading: 'Nothing to download', status: 404 },
    { path: '/unsubscribe?token=unknown', heading: 'Not unsubscribed', status: 404 },
    { path: '/meeting?token=unknown', heading: 'Nothing to see here', status: 404 },
    { path: '/login/university', heading: "That login didn't work", status: 404 },
    { path: '/nothing/here', heading: "We can't find this page", status: 404 },
  ],
  bob: [
    { path: '/account', heading: 'Your account', status: 200 },
    { path: '/saved', heading: 'Saved', status: 200 },
    { path: '/rentals/1/letter', heading: "We can't find this page", status: 404 },
  ],
}

const urlOf = (path: string, { ada }: Seed) => path.replace(':id', String(ada.id))

/**
 * Returns what a reader without JavaScript sees of an HTML document: no scripts, and nothing that React holds back in them.
 */
const readHtml = (html: string) =>
  html
    .replace(/<(script|template|noscript)\b.*?<\/\1>/gs, '')
    .replace(/<div hidden\b.*/s, '')
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")

/**
 * Records layout shifts from the first paint of the whole document on. A busy machine also paints earlier, and what the
 * parser adds then counts as a shift.
 */
async function observeLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const layoutShifts: unknown[] = []
    Object.assign(window, { layoutShifts })
    const observe = () =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) layoutShifts.push(entry.toJSON())
      }).observe({ type: 'layout-shift' })
    const observeAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(observe))
    document.addEventListener('readystatechange', observeAfterPaint, { once: true })
  })
  return () => page.evaluate(() => (window as unknown as { layoutShifts: unknown[] }).layoutShifts)
}

/** Resolves once the page has requested and drawn everything that it loads by itself. */
async function waitUntilSettled(page: Page) {
  await waitForHydration(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    const isOnScreen = (image: HTMLImageElement) => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    }
    await Promise.allSettled([...document.images].filter(isOnScreen).map((each) => each.decode()))
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
    // The browser calls the observer of layout shifts in the task after a frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  })
}

for (const [reader, readersPages] of Object.entries(pages)) {
  test(
    `pages of ${reader} hydrate without errors, layout shifts or needless requests`,
    bothWidths,
    async ({ page, context, baseURL, seed, consoleErrors }) => {
      test.slow()
      if (reader === 'bob') await addSessionCookie(context, baseURL ?? '', seed.bob)
      const readLayoutShifts = await observeLayoutShifts(page)
      // Every page loads its fonts and code as if it were the first.
      const devTools = await context.newCDPSession(page)
      await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
      const requested: URL[] = []
      page.on('request', (request) => requested.push(new URL(request.url())))
      for (const { path, heading, status } of readersPages) {
        await test.step(path, async () => {
          const check = expect.configure({ soft: true, message: path })
          requested.length = 0
          const response = await page.goto(urlOf(path, seed))
          await waitUntilSettled(page)
          check(response?.status()).toBe(status)
          await check(page.getByRole('heading', { level: 1 })).toHaveText(heading)
          const calls = requested
            .map(({ pathname }) => pathname)
            .filter((pathname) => pathname.startsWith('/api/'))
          check(calls.filter((call) => !/^\/api\/(logs$|uploads\/)/.test(call))).toEqual([])
          check([...new Set(requested.map(({ origin }) => origin))]).toEqual([baseURL])
          check(await readLayoutShifts()).toEqual([])
          check(consoleErrors.splice(0)).toEqual([])
          const html = readHtml((await response?.text()) ?? '')
          const title = /<h1\b.*?<\/h1>/s.exec(html)?.[0].replace(/<[^>]*>/g, '')
          check(title, 'without JavaScript').toBe(heading)
          check(html, 'without JavaScript').toMatch(
            /<footer\b.*<a [^>]*href="\/about"[^>]*>About Us</s,
          )
        })
      }
    },
  )
}

test('a navigation changes the title, the description and the focus', async ({ page }) => {
  await openPage(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle('About Us · Quad')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /student housing/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.evaluate(() => {
    history.pushState({}, '', '/dashboard')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveTitle('Dashboard · Quad')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.goBack()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/)
})

test('a search from the home page shows results by category, and leads to all of one', async ({
  page,
  seed,
}) => {
  await openPage(page, '/')
  await page.getByRole('main').locator('input[name=q]').fill('  room ')
  await page.getByRole('main').locator('input[name=q]').press('Enter')
  await expect(page).toHaveURL('/search?q=room')
  await expect(page).toHaveTitle('room · Search · Quad')
  const results = page.getByRole('region', { name: 'Rentals' })
  await expect(results.getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText('No textbooks or items match “room”.')).toBeVisible()
  const box = page.getByRole('main').locator('input[name=q]')
  await box.fill('lamp')
  await expect(page).toHaveURL('/search?q=lamp')
  await expect(box).toBeFocused()
  const lamp = page
    .getByRole('region', { name: 'Extras' })
    .getByRole('link', { name: 'Desk lamp', exact: true })
  await lamp.click()
  await expect(page).toHaveURL(`/misc/${seed.lampId}`)
  await page.goBack()
  await expect(lamp).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/search?q=room')
  await expect(box).toHaveValue('room')
  await page.getByRole('link', { name: /^All \d+ rentals$/ }).click()
  await expect(page).toHaveURL('/rentals?q=room')
})

test(
  'the landing page shows its texts and links, its dialog closes in four ways, and the header menu works by keyboard',
  bothWidths,
  async ({ page, isMobile }) => {
    await openPage(page, '/')
    await test.step('texts and links', () => expectLandingTexts(page, isMobile))
    await test.step('WHY QUAD', () => expectWhyDialog(page, isMobile))
    await test.step('header menu', () =>
      isMobile ? expectPhoneMenu(page) : expectListingsMenu(page))
  },
)

async function expectLandingTexts(page: Page, isMobile: boolean) {
  const main = page.getByRole('main')
  for (const first of [
    main.getByRole('heading', { level: 1 }),
    main.getByRole('searchbox', { name: 'Search all listings' }),
    main.locator('a[href="/rentals"]').first(),
    main.locator('a[href="/textbooks"]').first(),
    main.locator('a[href="/misc"]').first(),
  ]) {
    await expect.soft(first, 'without scrolling').toBeInViewport({ ratio: 1 })
  }
  const tile = main.locator('.gallery-tile').first()
  await expect.soft(tile, 'listings without scrolling').toBeInViewport({ ratio: 0.5 })
  await expect.soft(main.getByText('Trusted by students on campus')).toBeVisible()
  await expect.soft(main.getByText('Fresh from the community')).toBeVisible()
  await expect.soft(main.getByRole('heading', { name: 'How It Works' })).toBeVisible()
  const shortcuts = main.getByRole('region', { name: 'What are you looking for?' })
  const header = page.getByRole('banner')
  const places = page.getByRole('navigation', { name: 'Places' })
  const links: readonly (readonly [within: typeof main, name: string, href: string])[] = [
    [main, "Join Waterloo & Laurier's Community", '/register'],
    [main, 'Join The Community!', '/register'],
    [shortcuts, 'Rentals and sublets', '/rentals'],
    [shortcuts, 'Textbooks', '/textbooks'],
    [shortcuts, 'Concert tickets', '/misc?category=Tickets'],
    [shortcuts, 'Campus events', '/misc?category=Events'],
    [shortcuts, 'Other stuff', '/misc'],
    // On phones, the bar at the bottom leads to both. "You" asks visitors to log in.
    ...(isMobile
      ? ([
          [places, 'Sell', '/sell'],
          [places, 'You', '/dashboard'],
        ] as const)
      : ([
          [header, 'Sell', '/sell'],
          [header, 'Log in', '/login'],
        ] as const)),
    [header, 'Sign up', '/register'],
  ]
  for (const [within, name, href] of links) {
    await expect.soft(within.getByRole('link', { name })).toHaveAttribute('href', href)
  }
}

async function expectWhyDialog(page: Page, isMobile: boolean) {
  await page.getByRole('button', { name: 'WHY QUAD' }).click()
  await expect(page.locator('#why-quad-section')).toBeInViewport()
  const more = page.getByRole('button', { name: 'Learn more' })
  const dialog = page.getByRole('dialog', { name: 'Why Quad?' })
  const closeActions = [
    () => dialog.getByRole('button', { name: 'Close' }).first().click(),
    () => dialog.getByRole('button', { name: 'Close' }).last().click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
  ]
  for (const closeDialog of closeActions) {
    await more.click()
    await expect(dialog).toBeVisible()
    await closeDialog()
    await expect(dialog).toBeHidden()
    await expect(more).toBeFocused()
  }
  await more.click()
  await expect(dialog.getByRole('link', { name: 'Join your campus community' })).toHaveAttribute(
    'href',
    '/register',
  )
  if (!isMobile) await expectAccessible(page, dialog)
  await page.keyboard.press('Escape')
}

async function expectPhoneMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  const menu = page.getByRole('dialog')
  const links = ['About Us', 'Rentals', 'Textbooks', 'Extras', 'Sell', 'Log in', 'Sign up']
  for (const name of links) await expect(menu.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page, menu)
  await menu.getByRole('link', { name: 'About Us' }).press('Enter')
  await expect(page).toHaveURL('/about')
  await expect(menu).toBeHidden()
}

async function expectListingsMenu(page: Page) {
  const header = page.getByRole('banner')
  const listings = header.getByRole('button', { name: 'Listings' })
  await listings.press('ArrowDown')
  await expect(header.getByRole('link', { name: 'Rentals' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(header.getByRole('link', { name: 'Textbooks' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(header.getByRole('link', { name: 'Extras' })).toBeFocused()
  await expectAccessible(page, header)
  await page.keyboard.press('Escape')
  await expect(listings).toBeFocused()
}
