import { expect, expectAccessible, hydrated, test } from './fixtures.ts'
import { picture, post, takeBackFailedCalls } from './postings.ts'
import { signedIn } from './students.ts'

test.describe(`the form`, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.slow()

  test('is accessible empty, wrong, filled, failed and left', async ({ page, complaints }) => {
    await signedIn(page)
    await page.goto('/rentals/create')
    await hydrated(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Post rental' }).click()
    await expectAccessible(page)

    await page.route('**/api/upload', (route) => route.abort(), { times: 1 })
    await page
      .locator('input[type=file]')
      .setInputFiles([await picture('a.png'), await picture('b.png'), await picture('c.png')])
    // Photos are sent side by side, so that any of them may be the one that fails.
    await expect(page.getByRole('button', { name: /^Try again to upload photo/ })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.getByLabel('Title').fill('W'.repeat(121))
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
    takeBackFailedCalls(complaints)
  })

  test('is accessible while it uploads, and when it edits', async ({ page }) => {
    await signedIn(page)
    const id = await post(page, 'misc')
    await page.goto(`/misc/create?id=${id}`)
    await hydrated(page)
    await page.route('**/api/upload', () => undefined)
    await page.locator('input[type=file]').setInputFiles(await picture('a.png'))
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('button', { name: 'Uploading photos…' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove photo 2' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('is accessible where there is nothing to edit', async ({ page }) => {
    await signedIn(page)
    await page.goto('/misc/create?id=999999')
    await expectAccessible(page)
  })
})
