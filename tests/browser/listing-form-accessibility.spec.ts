import { expectAccessible } from './accessibility.ts'
import { dropConsoleErrors, expect, failedRequest, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { imageFile } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the listing form fits and is accessible with errors and a failed upload, and on leaving', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  await page.getByRole('button', { name: 'Post rental' }).click()
  await page.route('**/api/upload', (route) => route.abort(), { times: 1 })
  await page
    .locator('input[type=file]')
    .setInputFiles([await imageFile('a.png'), await imageFile('b.png'), await imageFile('c.png')])
  // Photos upload in parallel, so any of them may be the one that fails.
  await expect(page.getByRole('button', { name: /^Try again to upload [abc]\.png/ })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByLabel('Title').fill('W'.repeat(121))
  await page.getByRole('radio', { name: 'Sublet' }).check()
  await page.getByRole('button', { name: /^Winter \d+$/ }).click()
  await expect(page.getByText('Field required').first()).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft((await measureOverflow(page)).width, `${width} px`).toBeLessThanOrEqual(0)
    // On phones only the photos are in view.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.getByRole('button', { name: 'Post rental' })).toBeInViewport({ ratio: 1 })
  }
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Quad', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL('/')
  dropConsoleErrors(consoleErrors, failedRequest)
})
