import { expectAccessible } from './accessibility.ts'
import {
  bothWidths,
  dropConsoleErrors,
  expect,
  failedRequest,
  test,
  waitForHydration,
} from './fixtures.ts'

test(
  'a navigation without network shows the offline page, and continues when it returns',
  bothWidths,
  async ({ page, context, consoleErrors }) => {
    await page.goto('/')
    await waitForHydration(page)
    await context.setOffline(true)
    await expect(page.getByText("You're offline.")).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
    await expect(page.getByRole('main')).toContainText("We'll load this when you're back.")
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What we keep, and for how long',
    )
    await expect(page.getByText("You're offline.")).toBeHidden()
    // Chromium and React log the failed import.
    consoleErrors.length = 0
  },
)

test('the offline bar is above the scene of an account page', async ({ page, context }) => {
  await page.goto('/login')
  await waitForHydration(page)
  await context.setOffline(true)
  const bar = page.getByText("You're offline.")
  await expect(bar).toBeVisible()
  // A click needs the bar to be on top at that point.
  await bar.click({ trial: true, timeout: 5_000 })
  await context.setOffline(false)
  await expect(bar).toBeHidden()
})

test('a page whose code is gone is loaded as a document', async ({ page, consoleErrors }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.route('**/assets/about-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await page.waitForFunction(() => !('sameDocument' in window))
  await waitForHydration(page)
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  consoleErrors.length = 0
})

test(
  'a page whose code still fails to load after that offers to try again',
  bothWidths,
  async ({ page, consoleErrors }) => {
    await page.goto('/')
    await waitForHydration(page)
    await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())))
    await page.route('**/assets/about-*.js', (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("That didn't work")
    await expectAccessible(page)
    await page.unroute('**/assets/about-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
    consoleErrors.length = 0
  },
)

test('a dialog whose code failed to load leaves the page as it is, and opens the next time', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.route('**/assets/why-dialog-*.js', (route) => route.abort(), { times: 1 })
  const more = page.getByRole('button', { name: 'Learn more' })
  await more.click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    "That didn't open.",
  )
  await expect(more).toBeVisible()
  await more.click()
  await expect(page.getByRole('dialog', { name: 'Why Quad?' })).toBeVisible()
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
})

for (const chunk of ['entry-client', 'browse']) {
  test(
    `a first page whose ${chunk} chunk fails to load says so`,
    bothWidths,
    async ({ page, consoleErrors }) => {
      await page.route(`**/assets/${chunk}-*.js`, (route) => route.abort())
      await page.goto('/rentals')
      const message = page.getByRole('alert')
      await expect(message).toContainText("its buttons don't work")
      await expectAccessible(page)
      await page.unroute(`**/assets/${chunk}-*.js`)
      await message.getByRole('link', { name: 'Reload the page' }).click()
      await waitForHydration(page)
      await expect(message).toHaveCount(0)
      // Chromium logs the failed requests, and the entry its error.
      consoleErrors.length = 0
    },
  )
}
