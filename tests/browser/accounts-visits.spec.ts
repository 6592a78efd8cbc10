import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { cutOff, forgiveFailures } from './accounts-forms.ts'
import { expect, test } from './fixtures.ts'
import { open } from './students.ts'

interface Visit {
  path: string
  userAgent: string
  timestamp: string
}

function watchVisits(page: Page): Visit[] {
  const visits: Visit[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === apiPaths.visits) visits.push(request.postDataJSON())
  })
  return visits
}

const pathsOf = (visits: Visit[]) => visits.map(({ path }) => path)

test('each visit to another path is noted once', async ({ page }) => {
  const visits = watchVisits(page)
  const before = Date.now()
  await open(page, '/login')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/register')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL('/login#main')
  await page.getByRole('link', { name: 'Forgot your password?' }).hover()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/register')
  await expect.poll(() => pathsOf(visits)).toEqual(['/login', '/register', '/login', '/register'])
  await page.waitForLoadState('networkidle')
  expect(visits).toHaveLength(4)
  for (const { userAgent, timestamp } of visits) {
    expect(userAgent).toBe(await page.evaluate(() => navigator.userAgent))
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before)
  }
})

test('the token of a reset link is not noted', async ({ page }) => {
  const visits = watchVisits(page)
  await open(page, '/reset-password?token=secret')
  await expect.poll(() => pathsOf(visits)).toEqual(['/reset-password'])
})

test('a visit that cannot be noted disturbs nobody', async ({ page, complaints }) => {
  await page.route(`**${apiPaths.visits}`, cutOff)
  const failed = page.waitForEvent('requestfailed')
  await open(page, '/login')
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await expect.poll(() => complaints.length).toBe(1)
  forgiveFailures(complaints, 1)
})
