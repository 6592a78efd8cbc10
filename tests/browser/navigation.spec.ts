import type { Page, Route } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { fillFields, signUpValues, submitButton } from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { openSettled } from './settle.ts'
import { newStudent } from './students.ts'

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name })

test('links, Back and Forward change the page without loading a document', async ({
  page,
  context,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  const header = page.getByRole('banner')
  const privacy = footerLink(page, 'Privacy')
  // Without this, JavaScript of the next pages is fetched in idle time.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await openPage(page, '/about')
  // This property is lost when the browser loads a new document.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  await test.step('the header marks the current page', async () => {
    const about = header.getByRole('link', { name: 'About Us' })
    await expect(about).toHaveAttribute('aria-current', 'page')
  })

  await test.step('a link to the current page adds no history entry', async () => {
    const historyLength = () => page.evaluate(() => history.length)
    const before = await historyLength()
    const link = footerLink(page, 'About Us')
    await link.click()
    await link.click()
    expect(await historyLength()).toBe(before)
  })

  await test.step('a link opens a new tab with Ctrl', async () => {
    const opened = context.waitForEvent('page')
    await privacy.click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await expect(tab).toHaveURL('/privacy')
    await tab.close()
    await expect(page).toHaveURL('/about')
  })

  await test.step('Back returns the focus to the link that led away', async () => {
    await privacy.press('Enter')
    await expect(page).toHaveURL('/privacy')
    await expect(heading).toHaveText('What we keep, and for how long')
    await expect(page.getByRole('main')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/about')
    await expect(heading).toContainText('Student housing')
    await expect(privacy).toBeFocused()
    await page.goForward()
    await expect(heading).toHaveText('What we keep, and for how long')
    await page.goBack()
    await expect(heading).toContainText('Student housing')
  })

  await test.step('the skip link of a later page does not scroll to where the first one was', async () => {
    await page.evaluate(() => scrollTo(0, 400))
    await privacy.click()
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(heading).toBeInViewport()
    // The scroll position is restored in an effect after the navigation.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })

  await test.step('the JavaScript and the data of the next page are requested together', async () => {
    const released = Promise.withResolvers<void>()
    const requested = new Set<string>()
    const hold = async (kind: string, route: Route) => {
      requested.add(kind)
      await released.promise
      await route.continue()
    }
    await page.route('**/assets/browse-*.js', (route) => hold('JavaScript', route))
    await page.route('**/api/textbooks*', (route) => hold('data', route))
    await footerLink(page, 'Textbooks').click()
    await expect.poll(() => [...requested].sort()).toEqual(['JavaScript', 'data'])
    await expect(heading, 'the old page stays').toHaveText('What we keep, and for how long')
    released.resolve()
    await expect(heading).toHaveText('Textbooks')
  })

  await test.step("a phone's menu closes with Back", async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const menu = page.getByRole('dialog', { name: 'Quad' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(heading).toHaveText('What we keep, and for how long')
    await expect(menu).toBeHidden()
  })

  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('hydration asks for nothing that the page already holds, however its path is written', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isPhoto = pathname.startsWith('/api/uploads/')
    if (pathname.startsWith('/api/') && pathname !== apiPaths.visits && !isPhoto) {
      calls.push(pathname)
    }
  })
  const open = async (path: string) => {
    const visit = page.waitForRequest(`**${apiPaths.visits}`)
    await openSettled(page, path)
    await visit
  }
  for (const path of ['/', '/rentals', '/textbooks?q=algebra', '/search?q=algebra']) {
    await open(path)
  }
  for (const path of ['/ABOUT', '/about/', '/%61bout']) {
    await open(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  }
  expect(calls).toEqual([])
})

test('Sell asks what it is, and leads through login or sign-up to its form', async ({ page }) => {
  await openPage(page, '/about')
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Sell' }).click()
  await expect(header.getByRole('link', { name: 'Sell' })).toHaveAttribute('aria-current', 'page')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^A textbook/ })
    .click()
  await expect(page).toHaveURL('/login?next=%2Ftextbooks%2Fcreate')
  await expect(page.getByText('Log in to post your listing.')).toBeVisible()
  await header.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/register?next=%2Ftextbooks%2Fcreate')
  await expect(page.getByText('Sign up to post your listing.')).toBeVisible()
  await fillFields(page, signUpValues(newStudent()))
  await submitButton(page).click()
  await expect(page).toHaveURL('/textbooks/create')
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0)
  await header.getByRole('link', { name: 'Quad' }).click()
  await expect(page).toHaveURL('/')
  await page.getByText('Why Quad?').click()
  await page.getByRole('button', { name: 'Learn more' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'Post a listing' })).toBeVisible()
})
