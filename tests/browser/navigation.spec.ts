import type { Page, Route } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { fillFields, signUpValues, submitButton } from './account-forms.ts'
import { bothWidths, expect, test, waitForHydration } from './fixtures.ts'
import { newStudent } from './students.ts'

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name })

test.beforeEach(async ({ page }) => {
  await page.goto('/about')
  await waitForHydration(page)
  // Lost when the browser loads a new document.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
})

const isSameDocument = () => 'sameDocument' in window

test('links, Back and Forward change the page without loading a document', async ({ page }) => {
  await footerLink(page, 'Privacy').click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What we keep, and for how long')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What we keep, and for how long')
  expect(await page.evaluate(isSameDocument)).toBe(true)
})

test('a link to the current page adds no history entry', async ({ page }) => {
  const historyLength = () => page.evaluate(() => history.length)
  const before = await historyLength()
  const link = footerLink(page, 'About Us')
  await link.click()
  await link.click()
  expect(await historyLength()).toBe(before)
  expect(await page.evaluate(isSameDocument)).toBe(true)
})

test('a link opens a new tab with Ctrl', async ({ page, context }) => {
  const tab = context.waitForEvent('page')
  await footerLink(page, 'Privacy').click({ modifiers: ['ControlOrMeta'] })
  await expect(await tab).toHaveURL('/privacy')
  await expect(page).toHaveURL('/about')
})

test('the header marks the current page, and in another way its parent list', async ({ page }) => {
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'About Us' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goto('/rentals/0')
  const rentals = header.locator('a[href="/rentals"]').first()
  await expect(rentals).toHaveAttribute('aria-current', 'true')
  await expect(header.locator('a[href="/about"]').first()).not.toHaveAttribute('aria-current')
})

test('Back returns the focus to the link that led away', async ({ page }) => {
  const link = footerLink(page, 'Privacy')
  await link.press('Enter')
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect(link).toBeFocused()
})

test('the skip link of a later page does not scroll to where the first one was', async ({
  page,
}) => {
  await page.evaluate(() => scrollTo(0, 400))
  await footerLink(page, 'Privacy').click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  // Restoring a position takes an effect after the navigation.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('paths match regardless of case, trailing slash and percent-encoding', async ({ page }) => {
  for (const path of ['/ABOUT', '/about/', '/%61bout']) {
    await page.goto(path)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  }
})

test('code and data of the next page are requested together', async ({ page }) => {
  const released = Promise.withResolvers<void>()
  const requested = new Set<string>()
  const hold = async (kind: string, route: Route) => {
    requested.add(kind)
    await released.promise
    await route.continue()
  }
  await page.route('**/assets/browse-*.js', (route) => hold('code', route))
  await page.route('**/api/textbooks*', (route) => hold('data', route))
  await footerLink(page, 'Textbooks').click()
  await expect.poll(() => [...requested].sort()).toEqual(['code', 'data'])
  await expect(page.getByRole('heading', { level: 1 }), 'the old page stays').toContainText(
    'Student housing',
  )
  released.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Textbooks')
})

test('hydration asks for nothing that the page already holds', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isPhoto = pathname.startsWith('/api/uploads/')
    if (pathname.startsWith('/api/') && pathname !== apiPaths.visits && !isPhoto) {
      calls.push(pathname)
    }
  })
  for (const path of ['/', '/rentals', '/textbooks?q=algebra', '/search?q=algebra', '/about']) {
    await page.goto(path)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
  }
  expect(calls).toEqual([])
})

test(
  'Sell asks what it is, and leads through login or sign-up to its form',
  bothWidths,
  async ({ page }) => {
    const header = page.getByRole('banner')
    await header.getByRole('link', { name: 'Sell' }).click()
    await expect(header.getByRole('link', { name: 'Sell' })).toHaveAttribute('aria-current', 'page')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^A textbook/ })
      .click()
    await expect(page).toHaveURL('/login?next=%2Ftextbooks%2Fcreate')
    await expect(page.getByText('Log in to post your listing.')).toBeVisible()
    await header.getByRole('link', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/register?next=%2Ftextbooks%2Fcreate')
    await expect(page.getByText('Sign up to post your listing.')).toBeVisible()
    await fillFields(page, signUpValues(newStudent()))
    await submitButton(page).click()
    await expect(page).toHaveURL('/textbooks/create')
    await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0)
    await header.getByRole('link', { name: 'Quad' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Post a listing' })).toHaveCount(
      2,
    )
  },
)
