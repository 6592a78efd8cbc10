import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from './fixtures.ts'

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

test('the header marks the current page, or its parent list', async ({ page }) => {
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

test('paths match regardless of case, trailing slash and percent-encoding', async ({ page }) => {
  for (const path of ['/ABOUT', '/about/', '/%61bout']) {
    await page.goto(path)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  }
})
