import type { Locator } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { mockApi, respondWithError } from './account-forms.ts'
import { bothWidths, dropConsoleErrors, expect, failedRequest, openPage } from './fixtures.ts'
import { expectSaved, heart, mailBox, readFavourites, title, toasts } from './hearts.ts'
import { measureOverflow } from './layout.ts'
import { test } from './seeded-fixtures.ts'
import { logInAsNewStudent } from './students.ts'

test(
  'by keyboard: the heart comes after the title, then the box that asks about mail, below any toast',
  bothWidths,
  async ({ page, seed, isMobile, consoleErrors }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/rentals?q=albert')
    await expectSaved(page, false)

    await test.step('the box opens after the heart, which keeps the focus', async () => {
      await page.getByRole('link', { name: title, exact: true }).focus()
      await page.keyboard.press('Tab')
      await expect(heart(page)).toBeFocused()
      await page.keyboard.press('Space')
      await expectSaved(page, true)
      await expect(mailBox(page)).toBeVisible()
      await expect(mailBox(page)).not.toBeChecked()
      await expect(heart(page)).toBeFocused()
      await expect(page.getByRole('status').filter({ hasText: 'by email' })).toBeAttached()
    })

    await test.step('it stays unticked when the server refuses, and goes with the heart', async () => {
      const patches = await mockApi(page, apiPaths.account, (route) =>
        route.request().method() === 'PATCH' ? respondWithError(503)(route) : route.continue(),
      )
      await mailBox(page).click()
      await expect(page.getByRole('alert')).toContainText('A message of the server.')
      await expect(mailBox(page)).not.toBeChecked()
      if (!isMobile) await expectAccessible(page)
      expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
      await heart(page).click()
      await expect(mailBox(page)).toBeHidden()
      expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
      patches.handle = (route) => route.continue()
      await expect.poll(() => readFavourites(page)).toEqual([])
    })

    await test.step('toasts stay above it, in the same corner', async () => {
      await heart(page).press('Space')
      await expect(mailBox(page)).toBeVisible()
      await page.getByRole('button', { name: 'Save this search' }).click()
      // The toast stays while it has the focus.
      await toasts(page).getByRole('link', { name: 'See saved' }).focus()
      const offer = page.getByRole('region', { name: 'Emails about what you save' })
      const screen = page.viewportSize()
      for (const width of isMobile ? [390, 320] : [1366]) {
        await page.setViewportSize({ width, height: 700 })
        await expect(mailBox(page)).toBeVisible()
        const above = await readEdges(toasts(page).locator('.toast'))
        const below = await readEdges(offer)
        expect(above.bottom).toBeLessThan(below.top)
        expect(above.right).toBe(below.right)
      }
      if (screen) await page.setViewportSize(screen)
    })

    await test.step('Tab leads from the heart to the box, and Space says yes', async () => {
      await heart(page).focus()
      await page.keyboard.press('Tab')
      await expect(mailBox(page)).toBeFocused()
      await page.keyboard.press('Space')
      await expect(toasts(page)).toContainText('Done. You can change it on your account page.')
      await expect(mailBox(page)).toBeHidden()
      await expect(heart(page)).toBeFocused()
      const account = await (await page.request.get(apiPaths.account)).json()
      expect(account).toMatchObject({ mailFavourites: true })
      expect(await readFavourites(page)).toEqual([seed.houseId])
    })
  },
)

test('once the box that asks about mail was closed, this tab does not show it again', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  const account = await mockApi(page, apiPaths.account, (route) => route.continue())
  await openPage(page, '/rentals?q=albert')
  await heart(page).click()
  await mailBox(page).focus()
  await page.keyboard.press('Escape')
  await expect(mailBox(page)).toBeHidden()
  await heart(page).click()
  await expect.poll(() => readFavourites(page)).toEqual([])
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await heart(page).click()
  await saved
  await expect.poll(() => readFavourites(page)).toHaveLength(1)
  await page.reload()
  await expectSaved(page, true)
  await expect(mailBox(page)).toBeHidden()
  // The page asked for the account before it showed the offer, and not again.
  expect(account.count).toBe(1)
  const { mailFavourites } = await (await page.request.get(apiPaths.account)).json()
  expect(mailFavourites).toBe(false)
})

const readEdges = (element: Locator) =>
  element.evaluate((each) => {
    const { top, right, bottom } = each.getBoundingClientRect()
    return { top, right, bottom }
  })
