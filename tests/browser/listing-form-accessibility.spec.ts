import { expectAccessible } from './accessibility.ts'
import {
  bothWidths,
  dropConsoleErrors,
  expect,
  failedRequest,
  test,
  waitForHydration,
} from './fixtures.ts'
import { createListing, imageFile } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

test.describe('listing form', bothWidths, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.slow()

  test('is accessible empty, invalid, filled, with a failed upload, and on leaving', async ({
    page,
    consoleErrors,
  }) => {
    await logInAsNewStudent(page)
    await page.goto('/rentals/create')
    await waitForHydration(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Post rental' }).click()
    await expectAccessible(page)

    await page.route('**/api/upload', (route) => route.abort(), { times: 1 })
    await page
      .locator('input[type=file]')
      .setInputFiles([await imageFile('a.png'), await imageFile('b.png'), await imageFile('c.png')])
    // Photos are uploaded in parallel, so any of them may be the one that fails.
    await expect(
      page.getByRole('button', { name: /^Try again to upload [abc]\.png/ }),
    ).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.getByLabel('Title').fill('W'.repeat(121))
    await page.getByRole('radio', { name: 'Sublet' }).check()
    await page.getByRole('button', { name: /^Winter \d+$/ }).click()
    await expectAccessible(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)

    await page.getByRole('link', { name: 'Quad', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/')
    dropConsoleErrors(consoleErrors, failedRequest)
  })

  test('is accessible while uploading, and when editing', async ({ page }) => {
    await logInAsNewStudent(page)
    const id = await createListing(page, 'misc')
    await page.goto(`/misc/create?id=${id}`)
    await waitForHydration(page)
    await page.route('**/api/upload', () => undefined)
    await page.locator('input[type=file]').setInputFiles(await imageFile('a.png'))
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('button', { name: 'Uploading photos…' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove photo 2' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('is accessible for a missing listing', async ({ page }) => {
    await logInAsNewStudent(page)
    await page.goto('/misc/create?id=999999')
    await expectAccessible(page)
  })
})
