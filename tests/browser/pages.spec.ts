import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, waitForHydration } from './fixtures.ts'
import { observeLayoutShifts } from './layout.ts'
import type { Seed } from './seed-site.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'

const pages = [
  { path: '/', heading: 'Buy, Sell, and Rent. Right on Campus.', status: 200 },
  { path: '/about', heading: 'Student housing, and a marketplace you can trust', status: 200 },
  { path: '/rules', heading: 'The rules', status: 200 },
  { path: '/privacy', heading: 'What we keep, and for how long', status: 200 },
  { path: '/search?q=room', heading: 'Search', status: 200 },
  { path: '/sell', heading: 'What do you want to post?', status: 200 },
  { path: '/students/:id', heading: 'Ada L.', status: 200 },
  { path: '/textbooks/isbn/9783319110790', heading: 'Linear Algebra Done Right', status: 200 },
  { path: '/account', heading: 'Your account', status: 200, isForStudents: true },
  { path: '/saved', heading: 'Saved', status: 200, isForStudents: true },
  { path: '/unsubscribe?token=unknown', heading: 'Not unsubscribed', status: 404 },
  { path: '/nothing/here', heading: "We can't find this page", status: 404 },
]

const urlOf = (path: string, { ada }: Seed) => path.replace(':id', String(ada.id))

for (const { path, heading, status, isForStudents } of pages) {
  test.describe(`page ${path}`, () => {
    test.beforeEach(async ({ context, baseURL, seed }) => {
      if (isForStudents) await addSessionCookie(context, baseURL ?? '', seed.bob)
    })

    test('has its heading and hydrates without errors', bothWidths, async ({ page, seed }) => {
      const response = await page.goto(urlOf(path, seed))
      expect(response?.status()).toBe(status)
      await waitForHydration(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    })

    test('makes no API request after hydration', async ({ page, seed }) => {
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname)
      })
      await page.goto(urlOf(path, seed))
      await waitForHydration(page)
      await page.waitForLoadState('networkidle')
      expect(calls.filter((call) => !/^\/api\/(logs$|uploads\/)/.test(call))).toEqual([])
    })

    test('makes no request to another host', async ({ page, baseURL, seed }) => {
      const hosts = new Set<string>()
      page.on('request', (request) => hosts.add(new URL(request.url()).origin))
      await page.goto(urlOf(path, seed), { waitUntil: 'networkidle' })
      expect([...hosts]).toEqual([baseURL])
    })

    test('loads without layout shifts', bothWidths, async ({ page, seed }) => {
      const readLayoutShifts = await observeLayoutShifts(page)
      await page.goto(urlOf(path, seed), { waitUntil: 'networkidle' })
      await waitForHydration(page)
      expect(await readLayoutShifts()).toEqual([])
    })

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false })

      test('is readable', async ({ page, seed }) => {
        await page.goto(urlOf(path, seed))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await expect(page.getByRole('link', { name: 'About Us' }).last()).toBeVisible()
      })
    })
  })
}

test('a navigation changes the title, the description and the focus', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle('About Us · Quad')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /student housing/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expectAccessible(page)
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

test('the landing page shows its texts and links', bothWidths, async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  for (const first of [
    main.getByRole('heading', { level: 1 }),
    main.getByRole('searchbox', { name: 'Search all listings' }),
    main.locator('a[href="/rentals"]').first(),
    main.locator('a[href="/textbooks"]').first(),
    main.locator('a[href="/misc"]').first(),
  ]) {
    await expect(first, 'without scrolling').toBeInViewport({ ratio: 1 })
  }
  await expect(main.getByText('Trusted by students on campus')).toBeVisible()
  await expect(
    main.getByRole('link', { name: "Join Waterloo & Laurier's Community" }),
  ).toHaveAttribute('href', '/register')
  await expect(main.getByText('Fresh from the community')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'How It Works' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Join The Community!' })).toHaveAttribute(
    'href',
    '/register',
  )
  const shortcuts = main.getByRole('region', { name: 'What are you looking for?' })
  for (const [name, href] of Object.entries({
    'Rentals and sublets': '/rentals',
    Textbooks: '/textbooks',
    'Concert tickets': '/misc?category=Tickets',
    'Frosh events': '/misc?category=Events',
    'Other stuff': '/misc',
  })) {
    await expect(shortcuts.getByRole('link', { name })).toHaveAttribute('href', href)
  }
})

test('a search from the home page shows results by category, and leads to all of one', async ({
  page,
  seed,
}) => {
  await openPage(page, '/')
  await page.getByRole('searchbox').fill('  room ')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/search?q=room')
  await expect(page).toHaveTitle('room · Search · Quad')
  const results = page.getByRole('region', { name: 'Rentals' })
  await expect(results.getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText('No textbooks or items match “room”.')).toBeVisible()
  const box = page.getByRole('searchbox')
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
  'WHY QUAD scrolls to its section, whose dialog can be closed in four ways',
  bothWidths,
  async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
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
    await expectAccessible(page)
    await expect(dialog.getByRole('link', { name: 'Join your campus community' })).toHaveAttribute(
      'href',
      '/register',
    )
  },
)

test('the header menu works by keyboard', bothWidths, async ({ page, isMobile }) => {
  await page.goto('/')
  await waitForHydration(page)
  const header = page.getByRole('banner')
  for (const [name, href] of Object.entries({
    Sell: '/sell',
    'Log in': '/login',
    'Sign Up': '/register',
  })) {
    await expect(header.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    const menu = page.getByRole('dialog')
    const links = ['About Us', 'Rentals', 'Textbooks', 'Extras', 'Sell', 'Log in', 'Sign Up']
    for (const name of links) await expect(menu.getByRole('link', { name })).toBeVisible()
    await expectAccessible(page)
    await menu.getByRole('link', { name: 'About Us' }).press('Enter')
    await expect(page).toHaveURL('/about')
    await expect(menu).toBeHidden()
    return
  }
  const listings = header.getByRole('button', { name: 'Listings' })
  await listings.press('ArrowDown')
  await expect(header.getByRole('link', { name: 'Rentals' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(header.getByRole('link', { name: 'Textbooks' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(header.getByRole('link', { name: 'Extras' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(listings).toBeFocused()
})
