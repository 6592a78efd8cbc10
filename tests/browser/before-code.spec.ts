import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { at } from '../support/campus-email.ts'
import { field, fillFields, loginValues } from './account-forms.ts'
import { bothWidths, expect, waitForHydration } from './fixtures.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'
import { createStudent } from './students.ts'

/** Holds back the JavaScript of all pages until the returned function is called. */
async function holdCode(page: Page) {
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!deferred-entry).*\.js$/, (route) =>
    released.promise.then(() => route.continue()),
  )
  return async () => {
    released.resolve()
    await waitForHydration(page)
  }
}

async function openWithoutCode(page: Page, path: string) {
  const release = await holdCode(page)
  await page.goto(path, { waitUntil: 'load' })
  return release
}

const isHydrated = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.hydrated === 'true')

test.describe('before the JavaScript of a page has loaded', () => {
  test(
    'the menu opens, its links lead on, and it stays open when JavaScript loads',
    bothWidths,
    async ({ page, isMobile }) => {
      const menu = page.getByRole('button', { name: isMobile ? 'Menu' : 'Listings' })
      const link = (name: string) => page.getByRole('banner').getByRole('link', { name })
      const release = await openWithoutCode(page, '/about')
      await menu.click()
      await link('Textbooks').click()
      await expect(page).toHaveURL('/textbooks')
      expect(await isHydrated(page)).toBe(false)
      await menu.click()
      await release()
      await expect(link('Rentals')).toBeVisible()
      await link('Rentals').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rentals')
      await expect(link('Rentals')).toBeHidden()
    },
  )

  test('searches and filters are sent as forms, and a choice stays when JavaScript loads', async ({
    page,
  }) => {
    const panel = page.getByRole('dialog', { name: 'Filters' })
    const openFilters = () => page.getByRole('button', { name: 'Filters' }).click()
    const release = await holdCode(page)

    await test.step('the search of the home page', async () => {
      await page.goto('/')
      await page.getByRole('main').locator('input[name=q]').fill('room')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL('/search?q=room')
      await page.getByRole('link', { name: /^All \d+ rentals$/ }).click()
      await expect(page).toHaveURL('/rentals?q=room')
      expect(await isHydrated(page)).toBe(false)
    })

    await test.step('a search and filters', async () => {
      await page.goto('/rentals?order=price')
      await page.getByRole('main').locator('input[name=q]').fill('room')
      await page.getByRole('main').locator('input[name=q]').press('Enter')
      await expect(page).toHaveURL(/\/rentals\?.*q=room/)
      await openFilters()
      await expect(panel.getByRole('slider')).toBeDisabled()
      await panel.getByRole('checkbox', { name: 'Furnished' }).check()
      await panel.getByRole('button', { name: 'APPLY FILTERS' }).click()
      await expect(page.getByRole('link', { name: 'Remove Furnished' })).toBeVisible()
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('q')).toBe('room')
      expect(searchParams.get('order')).toBe('price')
      expect(await isHydrated(page)).toBe(false)
    })

    await test.step('a press beside an open sheet only closes it', async () => {
      const url = page.url()
      await openFilters()
      await page.mouse.click(200, 500)
      await expect(panel).toBeHidden()
      await expect(page).toHaveURL(url)
    })

    await test.step('what was chosen in the filters stays when JavaScript loads', async () => {
      await openFilters()
      await panel.getByRole('checkbox', { name: 'House' }).check()
      await panel.getByRole('textbox', { name: 'Max price' }).fill('$2,000')
      await panel.getByLabel('Location').fill('Albert')
      await release()
      await expect(panel.getByLabel('Location')).toBeFocused()
      await expect(panel.getByLabel('Location')).toHaveValue('Albert')
      await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', '$2,000')
      await panel.getByRole('button', { name: 'APPLY FILTERS · 0 results' }).click()
      await expect(page).toHaveURL(
        '/rentals?furnished=1&house_type=House&location=Albert&max_price=2000&order=price&q=room',
      )
    })
  })

  test('a search and an order are applied when JavaScript loads, unless the reader left', async ({
    page,
  }) => {
    const order = page.getByLabel('Sort by')
    const search = page.getByRole('main').locator('input[name=q]')

    await test.step('a page that the reader returns to shows its own order and search', async () => {
      const release = await openWithoutCode(page, '/rentals')
      const shown = await order.inputValue()
      await order.selectOption('price')
      await search.fill('albert')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Textbooks' }).click()
      await expect(page).toHaveURL('/textbooks')
      await page.goBack()
      await expect(order).toHaveValue(shown)
      await expect(search).toHaveValue('')
      await release()
      await expect(page).toHaveURL('/rentals')
      await expect(order).toHaveValue(shown)
    })

    await test.step('a search that was typed', async () => {
      const release = await openWithoutCode(page, '/rentals')
      await search.fill('albert')
      await release()
      await expect(page).toHaveURL('/rentals?q=albert')
    })

    await test.step('an order that was chosen', async () => {
      const release = await openWithoutCode(page, '/rentals')
      await order.selectOption('price')
      await release()
      await expect(page).toHaveURL('/rentals?order=price')
    })
  })

  test('the address of a seller is one link away, and a press on a button is repeated', async ({
    page,
    context,
    seed,
    baseURL,
  }) => {
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
    await addSessionCookie(context, baseURL ?? '', seed.bob)
    const release = await openWithoutCode(page, `/misc/${seed.lampId}`)
    expect(await page.content()).not.toContain(at(''))
    await page.getByRole('link', { name: 'Email Seller' }).click()
    await expect(page).toHaveURL(`/misc/${seed.lampId}/contact`)
    await expect(page.getByText(/@uwaterloo\.ca/)).toBeVisible()
    expect(await isHydrated(page)).toBe(false)

    await page.goBack()
    const share = page.getByRole('button', { name: /^Share/ })
    await share.click()
    await expect(share).toHaveAttribute('data-pressed')
    await release()
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
    await expect(share).not.toHaveAttribute('data-pressed')
  })

  test('a form keeps what was typed, and is sent when JavaScript loads', async ({ page }) => {
    const student = await createStudent(page.request)
    const release = await openWithoutCode(page, '/login')
    await fillFields(page, loginValues(student))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(field(page, 'Email')).toHaveValue(student.email)
    await release()
    await expect(page).toHaveURL('/dashboard')
  })

  test('a message is kept, and sent when JavaScript loads', async ({
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
})

test('JavaScript is loaded after the first paint, or after ten seconds without one', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const entries = () => requested.filter((url) => /\/entry-client.*\.js$/.test(url))
  await page.addInitScript(() => {
    // Reports the first paint when the test says so.
    class Paints {
      static readonly supportedEntryTypes = ['paint']
      constructor(report: (entries: unknown, observer: Paints) => void) {
        Object.assign(window, { paint: () => report(undefined, this) })
      }
      observe() {}
      disconnect() {}
    }
    Object.assign(window, { PerformanceObserver: Paints })
  })
  const open = async () => {
    requested.length = 0
    await page.goto('/about', { waitUntil: 'load' })
    await page.clock.runFor(9_000)
    expect(entries()).toEqual([])
  }
  await page.clock.install()
  await open()
  const painted = page.waitForRequest(/entry-client/)
  await page.evaluate(() => (window as unknown as { paint: () => void }).paint())
  await page.clock.runFor(1_000)
  await painted
  await open()
  const waited = page.waitForRequest(/entry-client/)
  await page.clock.runFor(1_100)
  await waited
})
