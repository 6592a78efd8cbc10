import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { field, fillFields, loginValues } from './account-forms.ts'
import { bothWidths, expect, waitForHydration } from './fixtures.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'
import { createStudent } from './students.ts'

/** Opens a page whose code is held back until the returned function is called. */
async function openWithoutCode(page: Page, path: string) {
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!deferred-entry).*\.js$/, (route) =>
    released.promise.then(() => route.continue()),
  )
  await page.goto(path, { waitUntil: 'load' })
  return async () => {
    released.resolve()
    await waitForHydration(page)
  }
}

const isHydrated = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.hydrated === 'true')

test.describe('before the code of a page is there', () => {
  test('the menu opens, and its links lead on', bothWidths, async ({ page, isMobile }) => {
    await openWithoutCode(page, '/about')
    await page.getByRole('button', { name: isMobile ? 'Menu' : 'Listings' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Textbooks' }).click()
    await expect(page).toHaveURL('/textbooks')
    expect(await isHydrated(page)).toBe(false)
  })

  test(
    'a menu that was opened stays open when the code arrives',
    bothWidths,
    async ({ page, isMobile }) => {
      const release = await openWithoutCode(page, '/about')
      await page.getByRole('button', { name: isMobile ? 'Menu' : 'Listings' }).click()
      await release()
      const link = page.getByRole('banner').getByRole('link', { name: 'Textbooks' })
      await expect(link).toBeVisible()
      await link.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Textbooks')
      await expect(link).toBeHidden()
    },
  )

  test('the search of the home page is sent as a form', bothWidths, async ({ page }) => {
    await openWithoutCode(page, '/')
    await page.getByRole('searchbox').fill('room')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=room')
    await page.getByRole('link', { name: /^All \d+ rentals$/ }).click()
    await expect(page).toHaveURL('/rentals?q=room')
    expect(await isHydrated(page)).toBe(false)
  })

  test('a search and filters are sent as forms', bothWidths, async ({ page }) => {
    await openWithoutCode(page, '/rentals?order=price')
    await page.getByRole('searchbox').fill('room')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/rentals\?.*q=room/)
    await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole('dialog', { name: 'Filters' })
    await expect(panel.getByRole('slider')).toBeDisabled()
    await panel.getByRole('checkbox', { name: 'Furnished' }).check()
    await panel.getByRole('button', { name: 'APPLY FILTERS' }).click()
    await expect(page.getByRole('link', { name: 'Remove Furnished' })).toBeVisible()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('q')).toBe('room')
    expect(searchParams.get('order')).toBe('price')
    expect(await isHydrated(page)).toBe(false)
  })

  test(
    'what was chosen in the filters stays when the code arrives',
    bothWidths,
    async ({ page }) => {
      const release = await openWithoutCode(page, '/rentals')
      await page.getByRole('button', { name: 'Filters' }).click()
      const panel = page.getByRole('dialog', { name: 'Filters' })
      await panel.getByRole('checkbox', { name: 'Furnished' }).check()
      await panel.getByRole('textbox', { name: 'Highest price' }).fill('$2,000')
      await panel.getByLabel('Location').fill('Albert')
      await release()
      await expect(panel.getByLabel('Location')).toBeFocused()
      await expect(panel.getByLabel('Location')).toHaveValue('Albert')
      await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', '$2,000')
      await panel.getByRole('button', { name: 'APPLY FILTERS · 0 results' }).click()
      await expect(page).toHaveURL('/rentals?furnished=1&location=Albert&max_price=2000')
    },
  )

  test('a search that was typed and an order that was chosen are applied when it arrives', async ({
    page,
  }) => {
    const release = await openWithoutCode(page, '/rentals')
    await page.getByRole('searchbox').fill('albert')
    await release()
    await expect(page).toHaveURL('/rentals?q=albert')
    const releaseAgain = await openWithoutCode(page, '/rentals')
    await page.getByLabel('Sort by').selectOption('price')
    await releaseAgain()
    await expect(page).toHaveURL('/rentals?order=price')
  })

  test('a page that is returned to says what it shows, not what was chosen before', async ({
    page,
  }) => {
    const release = await openWithoutCode(page, '/rentals')
    const order = page.getByLabel('Sort by')
    const shown = await order.inputValue()
    await order.selectOption('price')
    await page.getByRole('searchbox').fill('albert')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Textbooks' }).click()
    await expect(page).toHaveURL('/textbooks')
    await page.goBack()
    await expect(order).toHaveValue(shown)
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await release()
    await expect(page).toHaveURL('/rentals')
    await expect(order).toHaveValue(shown)
  })

  test('a press beside an open sheet only closes it', async ({ page }) => {
    await openWithoutCode(page, '/rentals')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.mouse.click(200, 500)
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeHidden()
    await expect(page).toHaveURL('/rentals')
  })

  test('a press on a button is repeated when the code arrives', async ({ page, seed }) => {
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
    const release = await openWithoutCode(page, `/misc/${seed.lampId}`)
    const share = page.getByRole('button', { name: /^Share/ })
    await share.click()
    await expect(share).toHaveAttribute('data-pressed')
    await release()
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
    await expect(share).not.toHaveAttribute('data-pressed')
  })

  test('a form keeps what was typed, and is sent when the code arrives', async ({ page }) => {
    const student = await createStudent(page.request)
    const release = await openWithoutCode(page, '/login')
    await fillFields(page, loginValues(student))
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(field(page, 'Email')).toHaveValue(student.email)
    await release()
    await expect(page).toHaveURL('/dashboard')
  })

  test('a message is kept, and sent when the code arrives', async ({
    page,
    context,
    seed,
    baseURL,
  }) => {
    await addSessionCookie(context, baseURL ?? '', seed.bob)
    const data = { body: 'Is the lamp still there?' }
    const first = await page.request.post(apiPaths.listingMessages('misc', seed.lampId), { data })
    const { thread_id } = await first.json()
    const release = await openWithoutCode(page, pagePaths.thread(thread_id))
    await page.getByRole('textbox').fill('I can come by today.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('textbox')).toHaveValue('I can come by today.')
    await release()
    await expect(
      page.getByRole('listitem').filter({ hasText: /come by today.*[ap]m/ }),
    ).toHaveCount(1)
    await expect(page.getByRole('textbox')).toHaveValue('')
    await expect(page).toHaveURL(pagePaths.thread(thread_id))
  })

  test('the address of a seller is one link away', async ({ page, context, seed, baseURL }) => {
    await addSessionCookie(context, baseURL ?? '', seed.bob)
    await openWithoutCode(page, `/misc/${seed.lampId}`)
    expect(await page.content()).not.toContain('@uwaterloo.ca')
    await page.getByRole('link', { name: 'Email Seller' }).click()
    await expect(page).toHaveURL(`/misc/${seed.lampId}/contact`)
    await expect(page.getByText(/@uwaterloo\.ca/)).toBeVisible()
    expect(await isHydrated(page)).toBe(false)
  })
})
