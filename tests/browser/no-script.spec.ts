import { apiPaths, pagePaths } from '#contract/paths.ts'
import { bothWidths, expect } from './fixtures.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'

test.use({ javaScriptEnabled: false })

test(
  'no button is shown that cannot work',
  bothWidths,
  async ({ page, context, seed, baseURL }) => {
    const listing = `/rentals/${seed.houseId}`
    /** Those that the browser itself handles open a popover or send a GET form. */
    const findDeadButtons = () =>
      page
        .locator('button:not([popovertarget]):visible')
        .evaluateAll((buttons: HTMLButtonElement[]) =>
          buttons.filter(({ form }) => form?.method !== 'get').map(({ outerHTML }) => outerHTML),
        )
    const expectWorkingButtons = async (path: string) => {
      await page.goto(path)
      expect(await findDeadButtons(), path).toEqual([])
      for (const opener of await page.locator('[popovertarget][aria-haspopup]:visible').all()) {
        await opener.click()
        expect(await findDeadButtons(), path).toEqual([])
        await page.keyboard.press('Escape')
      }
    }
    for (const path of ['/', '/rentals', listing, '/login']) {
      await expectWorkingButtons(path)
    }
    await addSessionCookie(context, baseURL ?? '', seed.bob)
    const data = { body: 'Is it still free?' }
    const first = await page.request.post(apiPaths.listingMessages('rental', seed.houseId), {
      data,
    })
    const { thread_id } = await first.json()
    await expectWorkingButtons(pagePaths.thread(thread_id))
    await expect(page.getByRole('textbox')).toBeHidden()
    // Locators do not look into noscript.
    expect(await page.content()).toContain('Turn on JavaScript to write a message.')
    await addSessionCookie(context, baseURL ?? '', seed.ada)
    for (const path of [listing, `${listing}/contact`, '/dashboard', '/account', '/misc/create']) {
      await expectWorkingButtons(path)
    }
  },
)

test('a link leads a student to the address of the seller', async ({
  page,
  context,
  seed,
  baseURL,
}) => {
  await addSessionCookie(context, baseURL ?? '', seed.bob)
  await page.goto(`/textbooks/${seed.textbookId}`)
  await expect(page.getByText(seed.ada.email)).toHaveCount(0)
  await page.getByRole('link', { name: 'Email Seller' }).click()
  await expect(page).toHaveURL(`/textbooks/${seed.textbookId}/contact`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Seller')
  await expect(page.getByText(seed.ada.email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Email Seller' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${seed.ada.email}`),
  )
})

test('filters, order and price are plain forms', bothWidths, async ({ page }) => {
  await page.goto('/rentals?q=room')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByRole('radio', { name: 'Sublet' }).check()
  for (const name of ['House', 'Basement']) await panel.getByRole('checkbox', { name }).check()
  await expect(panel.getByRole('slider')).toBeHidden()
  await panel.getByRole('textbox', { name: 'Highest price' }).fill('$600')
  await panel.getByRole('button', { name: 'APPLY FILTERS', exact: true }).click()
  const chips = page.getByRole('list', { name: 'Filters in force' }).getByRole('listitem')
  await expect(chips).toHaveText([/House/, /Basement/, /Up to \$600/])
  await page.getByLabel('Sort by').selectOption('price')
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('q')).toBe('room')
  expect(searchParams.get('max_price')).toBe('600')
  expect(searchParams.get('house_type')).toBe('House,Basement')
  const results = page.getByRole('region', { name: 'Found rentals' })
  await expect(results.getByRole('listitem').first()).toContainText('$520')
})

test('the menu opens, and closes again', bothWidths, async ({ page, isMobile }) => {
  await page.goto('/about')
  await page.getByRole('button', { name: isMobile ? 'Menu' : 'Listings' }).click()
  const link = page.getByRole('banner').getByRole('link', { name: 'Textbooks' })
  await expect(link).toBeVisible()
  if (isMobile) {
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
  }
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Textbooks')
})
