import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage } from './fixtures.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'

test(
  'a listing leads to the profile of its seller, and back to listings',
  bothWidths,
  async ({ page, seed }) => {
    await openPage(page, `/misc/${seed.lampId}`)
    await page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await expect(page).toHaveURL(/\/students\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada L.')
    await expect(page.getByRole('main')).toContainText('Member since')
    await expect(page).toHaveTitle('Ada L. · Quad')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(page)
    const heading = page.getByRole('heading', { level: 1 })
    const isCut = await heading.evaluate((element) => {
      element.textContent = 'W'.repeat(60)
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().right > innerWidth
    })
    expect(isCut, 'a long name').toBe(false)
    await page.getByRole('link', { name: 'Whole house on Albert Street', exact: true }).click()
    await expect(page).toHaveURL(`/rentals/${seed.houseId}`)
  },
)

test('a student reads the whole name', async ({ page, context, seed, baseURL }) => {
  await addSessionCookie(context, baseURL ?? '', seed.bob)
  await page.goto(`/students/${seed.ada.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace')
})
