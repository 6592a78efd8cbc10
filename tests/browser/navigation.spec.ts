import type { Page } from '@playwright/test'
import { expect, hydrated, once, test } from './fixtures.ts'

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name })

test.beforeEach(async ({ page }) => {
  await page.goto('/about')
  await hydrated(page)
  // Gone as soon as the browser loads a document anew.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
})

const isSameDocument = () => 'sameDocument' in window

test(
  'a link shows its page in the same document, and Back and Forward do',
  once,
  async ({ page }) => {
    await footerLink(page, 'Privacy').click()
    await expect(page).toHaveURL('/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What we keep, and for how long',
    )
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What we keep, and for how long',
    )
    expect(await page.evaluate(isSameDocument)).toBe(true)
  },
)

test('a link to the page that is shown is no step back', once, async ({ page }) => {
  const steps = () => page.evaluate(() => history.length)
  const before = await steps()
  const link = footerLink(page, 'About Us')
  await link.click()
  await link.click()
  expect(await steps()).toBe(before)
  expect(await page.evaluate(isSameDocument)).toBe(true)
})

test('a link opens a tab when asked to', once, async ({ page, context }) => {
  const tab = context.waitForEvent('page')
  await footerLink(page, 'Privacy').click({ modifiers: ['ControlOrMeta'] })
  await expect(await tab).toHaveURL('/privacy')
  await expect(page).toHaveURL('/about')
})

test('the header marks the page that is shown, and the list above it', once, async ({ page }) => {
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'About Us' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goto('/rentals/0')
  const rentals = header.locator('a[href="/rentals"]').first()
  await expect(rentals).toHaveAttribute('aria-current', 'page')
  await expect(header.locator('a[href="/about"]').first()).not.toHaveAttribute('aria-current')
})

test('addresses lead to their page whatever their case and last slash', once, async ({ page }) => {
  for (const path of ['/ABOUT', '/about/', '/%61bout']) {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  }
})
