import { expect, expectAccessible, hydrated, test } from './fixtures.ts'

test('a navigation without network says so, and goes on when it returns', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/')
  await hydrated(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What we keep, and for how long')
  await expect(page.getByText('You are offline.')).toBeHidden()
  // The browser and React tell the console that the page's code did not arrive, as they should.
  complaints.length = 0
})

test('a page that cannot be shown offers a way on', async ({ page, complaints }) => {
  await page.goto('/')
  await hydrated(page)
  await page.route('**/assets/about-*.js', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That did not work')
  await expectAccessible(page)
  await page.unroute('**/assets/about-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Student housing')
  complaints.length = 0
})
