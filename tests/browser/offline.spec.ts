import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, test, waitForHydration } from './fixtures.ts'

test(
  'a navigation without network shows the offline page, and continues when it returns',
  bothWidths,
  async ({ page, context, consoleErrors }) => {
    await page.goto('/')
    await waitForHydration(page)
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What we keep, and for how long',
    )
    await expect(page.getByText('You are offline.')).toBeHidden()
    // Chromium and React log the failed import.
    consoleErrors.length = 0
  },
)

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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('That did not work')
    await expectAccessible(page)
    await page.unroute('**/assets/about-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
    consoleErrors.length = 0
  },
)
