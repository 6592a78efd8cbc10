import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { abortRequest } from './account-forms.ts'
import { dropConsoleErrors, expect, failedRequest, openPage, test } from './fixtures.ts'

interface Visit {
  path: string
  userAgent: string
  timestamp: string
}

function collectVisits(page: Page): Visit[] {
  const visits: Visit[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === apiPaths.visits) visits.push(request.postDataJSON())
  })
  return visits
}

const toPaths = (visits: Visit[]) => visits.map(({ path }) => path)

test('each navigation to another path is logged once', async ({ page }) => {
  const visits = collectVisits(page)
  const before = Date.now()
  await openPage(page, '/login')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/register')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await page.getByRole('link', { name: 'Forgot your password?' }).hover()
  await page.goBack()
  await expect(page).toHaveURL('/register')
  await expect.poll(() => toPaths(visits)).toEqual(['/login', '/register', '/login', '/register'])
  await page.waitForLoadState('networkidle')
  expect(visits).toHaveLength(4)
  for (const { userAgent, timestamp } of visits) {
    expect(userAgent).toBe(await page.evaluate(() => navigator.userAgent))
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before)
  }
})

test('the token of a reset link is not logged', async ({ page }) => {
  const visits = collectVisits(page)
  await openPage(page, '/reset-password?token=secret')
  await expect.poll(() => toPaths(visits)).toEqual(['/reset-password'])
})

test('a failed visit log shows no error', async ({ page, consoleErrors }) => {
  await page.route(`**${apiPaths.visits}`, abortRequest)
  const failed = page.waitForEvent('requestfailed')
  await openPage(page, '/login')
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await expect.poll(() => consoleErrors.length).toBe(1)
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
})
