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

test('each navigation to another path is logged once, without the token of a reset link', async ({
  page,
}) => {
  const visits = collectVisits(page)
  const before = Date.now()
  await openPage(page, '/login')
  await page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click()
  await expect(page).toHaveURL('/register')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await page.getByRole('link', { name: 'Forgot your password?' }).hover()
  await page.goBack()
  await expect(page).toHaveURL('/register')
  const expected = ['/login', '/register', '/login', '/register']
  await expect.poll(() => toPaths(visits)).toEqual(expected)
  // If a visit were logged twice, the second log would come before the one of the next page.
  await openPage(page, '/reset-password?token=secret')
  await expect.poll(() => toPaths(visits)).toEqual([...expected, '/reset-password'])
  const userAgent = await page.evaluate(() => navigator.userAgent)
  for (const visit of visits) {
    expect(visit.userAgent).toBe(userAgent)
    expect(Date.parse(visit.timestamp)).toBeGreaterThanOrEqual(before)
  }
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
