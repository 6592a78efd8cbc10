import { expectAccessible } from './accessibility.ts'
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { expectSaved, heart, toasts } from './hearts.ts'
import { test as seededTest } from './seeded-fixtures.ts'
import { logInAsNewStudent } from './students.ts'

test('a navigation without network shows the offline page, and continues when it returns', async ({
  page,
  context,
  consoleErrors,
}) => {
  const bar = page.getByText("You're offline. You're seeing this page as of")
  await openPage(page, '/login')

  await test.step('the offline bar is above the scene of an account page', async () => {
    await context.setOffline(true)
    await expect(bar).toBeVisible()
    // A click needs the bar to be on top at that point.
    await bar.click({ trial: true, timeout: 5_000 })
  })

  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('This page will load when you reconnect.')
  await expect(bar, 'there is no page to date').toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: /^You're offline\.$/ })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  await expect(bar).toBeHidden()
  // Chromium and React log the failed import.
  consoleErrors.length = 0
})

// Browsers differ in whether they request a failed module again, so no test may rely on it.
test('JavaScript that fails to load is loaded with the document', async ({
  page,
  context,
  consoleErrors,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  const more = page.getByRole('button', { name: 'Learn more' })
  const dialog = page.getByRole('dialog', { name: 'Why Quad?' })
  const toast = page.getByRole('region', { name: 'Notifications' })
  await openPage(page, '/')

  await test.step('a dialog leaves the page as it is, and offers to reload it', async () => {
    await page.route('**/assets/why-dialog-*.js', (route) => route.abort())
    await more.click()
    await expect(toast).toContainText("Part of this page didn't load.")
    await expect(more).toBeVisible()
    await page.unroute('**/assets/why-dialog-*.js')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await toast.getByRole('button', { name: 'Reload' }).click()
    await page.waitForFunction(() => !('sameDocument' in window))
    await waitForHydration(page)
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
  })

  await test.step('offline it is not requested, and opens once there is a connection', async () => {
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/why-dialog-')) requests++
    })
    await context.setOffline(true)
    await more.click()
    await expect(toast).toContainText("You're offline. Check your connection and try again.")
    expect(requests).toBe(0)
    await context.setOffline(false)
    await more.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a page is loaded as a document', async () => {
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.route('**/assets/about-*.js', (route) => route.fulfill({ status: 404 }), {
      times: 1,
    })
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await page.waitForFunction(() => !('sameDocument' in window))
    await waitForHydration(page)
    await expect(page).toHaveURL('/about')
    await expect(heading).toContainText('Student housing')
  })

  await test.step('soon after that, another page offers to reload', async () => {
    await page.route('**/assets/privacy-*.js', (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(heading).toHaveText("We can't reach the site")
    await page.unroute('**/assets/privacy-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(heading).toHaveText('What we keep, and for how long')
  })
  consoleErrors.length = 0
})

seededTest('parts of a page that fail to load say so', async ({ page, context, consoleErrors }) => {
  const toast = toasts(page)
  const saveSearch = page.getByRole('button', { name: 'Save this search' })
  const parts = '**/assets/{student-favourites,search-control}-*.js'
  await logInAsNewStudent(page)
  await page.route(parts, (route) => route.abort())
  await openPage(page, '/rentals?q=albert')
  await expect(toast).toContainText("Part of this page didn't load.")
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  for (const button of [saveSearch, heart(page)]) {
    await button.click()
    await expect(toast.getByRole('button', { name: 'Reload' })).toBeVisible()
    await toast.getByRole('button', { name: 'Dismiss' }).click()
  }
  await context.setOffline(true)
  await saveSearch.click()
  await expect(toast).toContainText("You're offline.")
  await context.setOffline(false)
  await page.unroute(parts)
  await openPage(page, '/rentals?q=albert')
  await heart(page).click()
  await expectSaved(page, true)
  consoleErrors.length = 0
})

test('a first page whose JavaScript fails to load says so', async ({ page, consoleErrors }) => {
  for (const chunk of ['entry-client', 'browse']) {
    await test.step(chunk, async () => {
      await page.route(`**/assets/${chunk}-*.js`, (route) => route.abort())
      await page.goto('/rentals')
      const message = page.getByRole('alert')
      await expect(message).toContainText("its buttons don't work")
      if (chunk === 'browse') await expectAccessible(page)
      await page.unroute(`**/assets/${chunk}-*.js`)
      await message.getByRole('link', { name: 'Reload the page' }).click()
      await waitForHydration(page)
      await expect(message).toHaveCount(0)
    })
  }
  // Chromium logs the failed requests, and the entry its error.
  consoleErrors.length = 0
})
