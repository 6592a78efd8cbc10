import { expectAccessible } from './accessibility.ts'
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'

test('a navigation without network shows the offline page, and continues when it returns', async ({
  page,
  context,
  consoleErrors,
}) => {
  const bar = page.getByText("You're offline.")
  await openPage(page, '/login')

  await test.step('the offline bar is above the scene of an account page', async () => {
    await context.setOffline(true)
    await expect(bar).toBeVisible()
    // A click needs the bar to be on top at that point.
    await bar.click({ trial: true, timeout: 5_000 })
  })

  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  await expect(page.getByRole('main')).toContainText("We'll load this when you're back.")
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  await expect(bar).toBeHidden()
  // Chromium and React log the failed import.
  consoleErrors.length = 0
})

test('JavaScript that fails to load is loaded with the document, or at the next try', async ({
  page,
  consoleErrors,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  await openPage(page, '/')

  await test.step('a dialog leaves the page as it is, and opens the next time', async () => {
    await page.route('**/assets/why-dialog-*.js', (route) => route.abort(), { times: 1 })
    const more = page.getByRole('button', { name: 'Learn more' })
    await more.click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      "That didn't open.",
    )
    await expect(more).toBeVisible()
    await more.click()
    await expect(page.getByRole('dialog', { name: 'Why Quad?' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
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

  await test.step('soon after that, another page offers to try again', async () => {
    await page.route('**/assets/privacy-*.js', (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(heading).toHaveText("That didn't work")
    await page.unroute('**/assets/privacy-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading).toHaveText('What we keep, and for how long')
  })
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
