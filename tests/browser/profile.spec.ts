import { expect, openPage } from './fixtures.ts'
import { test } from './seeded-fixtures.ts'

test('a listing leads to the profile of its seller, and back to listings', async ({
  page,
  request,
  seed,
}) => {
  await openPage(page, `/misc/${seed.lampId}`)
  await page.getByRole('link', { name: 'Ada L.' }).click()
  await expect(page).toHaveURL(/\/students\/\d+$/)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Ada L.')
  await expect(page.getByRole('main')).toContainText('Member since')
  await expect(page).toHaveTitle('Ada L. · Quad')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  // A student sees the whole name.
  const headers = { cookie: seed.bob.cookie }
  const html = await (await request.get(`/students/${seed.ada.id}`, { headers })).text()
  expect(/<h1.*?<\/h1>/s.exec(html)?.[0].replace(/<[^>]*>/g, '')).toBe('Ada Lovelace')

  const screen = page.viewportSize()
  await heading.evaluate((element) => Object.assign(element, { textContent: 'W'.repeat(60) }))
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const isCut = await heading.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().right > innerWidth
    })
    expect.soft(isCut, `a long name at ${width}`).toBe(false)
  }
  if (screen) await page.setViewportSize(screen)
  await page.getByRole('link', { name: 'Whole house on Albert Street', exact: true }).click()
  await expect(page).toHaveURL(`/rentals/${seed.houseId}`)
})
