import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, dropConsoleErrors, expect, openPage, waitForHydration } from './fixtures.ts'
import { measureDialogScroll, measureOverflow, observeLayoutShifts, setTextSize } from './layout.ts'
import { rentalCount } from './seed-site.ts'
import { test } from './seeded-fixtures.ts'

/** A client-side navigation, so that the page loads its data in the browser. */
async function navigateToList(page: Page, menu = 'Rentals') {
  await openPage(page, '/about')
  await page.getByRole('contentinfo').getByRole('link', { name: menu }).click()
}

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const count = (page: Page) => page.getByRole('main').getByRole('status').first()
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in force' }).getByRole('link')
const quickFilters = (page: Page) => page.getByRole('list', { name: 'Quick filters' })
const quickFilter = (page: Page, name: string) =>
  quickFilters(page).getByRole('link', { name, exact: true })
const searchBox = (page: Page) => page.getByRole('searchbox')
const isList = (url: URL) => url.pathname === '/api/rentals'
const emptyList = { results: [], next: null, total: 0, total_exact: true, max_price: 0 }

/** Two cards are seen at once. */
async function expectLowOnPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await cards(page).first().boundingBox())?.height).toBeLessThanOrEqual(360)
}

async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel).toBeVisible()
  return panel
}

test.describe('cards', () => {
  test('of rentals show their fields', async ({ page }) => {
    await openPage(page, '/rentals')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rentals')
    const notice = page.getByRole('listitem').filter({
      hasText:
        /^Classified content is not guaranteed. Duplicate or multiple listings for the same content will be deleted.$/,
    })
    await expect(notice).toBeVisible()
    const cardsBefore = await notice.evaluate((item) =>
      [...(item.parentElement?.children ?? [])].indexOf(item),
    )
    expect(cardsBefore).toBe(4)
    const card = cards(page).first()
    for (const text of [
      '$2,400 /place per month',
      'Whole house on Albert Street',
      '201 Albert St, Waterloo',
      '5-bedroom house · Lease · Private · Utilities included',
      'Laundry',
      'Cooking',
      'Parking',
      'No smoking',
      'Available Jan 1, 2027',
    ]) {
      await expect(card).toContainText(text)
    }
    await expect(cards(page).nth(1)).toContainText('/room')
    await expect(cards(page).nth(1)).toContainText('Utilities extra')
    await expectLowOnPhone(page)
  })

  test('of textbooks and extras show their fields and link to their pages', async ({
    page,
    seed,
  }) => {
    await openPage(page, '/textbooks')
    for (const text of ['Linear Algebra', 'Sheldon Axler', '3rd', 'Used', '$45', 'View Details']) {
      await expect(cards(page)).toContainText(text)
    }
    await expect(cards(page).getByRole('link').first()).toHaveAttribute(
      'href',
      `/textbooks/${seed.textbookId}`,
    )
    await expectLowOnPhone(page)
    await openPage(page, '/misc')
    await expectLowOnPhone(page)
    await expect(cards(page).first()).toContainText('Wanting')
    await expect(cards(page).first()).toContainText('—')
    await expect(cards(page).last()).toContainText('Selling')
    await expect(cards(page).last().getByRole('button')).toHaveCount(0)
    await cards(page).last().getByText('View Details').click({ force: true })
    await expect(page).toHaveURL(`/misc/${seed.lampId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
  })

  test('of a page rendered on an earlier day say the age as of today', async ({ page }) => {
    await page.clock.setFixedTime(Date.now() + 10 * 86_400_000)
    const response = await page.goto('/textbooks')
    expect(await response?.text()).toMatch(/>(Today|Yesterday)/)
    await expect(cards(page)).toContainText('1 week ago')
  })

  test('show default texts for blank values', async ({ page }) => {
    const results = [
      {
        id: 1,
        title: '',
        description: null,
        cost: 0,
        post_date: new Date().toISOString(),
        status: 'available',
        photos: [],
        photo_info: [],
      },
    ]
    const json = { results, next: null, total: 1, total_exact: true, max_price: 0 }
    await page.route(isList, (route) => route.fulfill({ json }))
    await navigateToList(page)
    for (const text of ['Untitled listing', 'No description provided.', '—']) {
      await expect(cards(page)).toContainText(text)
    }
    await expect(cards(page)).toContainText('No image')
    await expect(count(page)).toHaveText('1 result')
    await expectAccessible(page)
  })
})

test.describe('filters', () => {
  test(
    'are applied by keyboard and kept in the URL, and Back removes them',
    bothWidths,
    async ({ page }) => {
      await openPage(page, '/rentals')
      await expect(count(page)).toHaveText(`${rentalCount} results`)
      const panel = await openFilters(page)
      await panel.getByRole('radio', { name: '3' }).focus()
      await page.keyboard.press('Space')
      await panel.getByRole('checkbox', { name: 'Furnished' }).press('Space')
      const slider = panel.getByRole('slider', { name: 'Highest price' })
      await expect(slider).toHaveAttribute('aria-valuetext', '$2,400+')
      await slider.fill('700')
      await expect(panel.getByRole('textbox', { name: 'Highest price' })).toHaveValue('700')
      await panel.getByRole('button', { name: 'APPLY FILTERS · 1 result' }).press('Enter')
      await expect(panel).toBeHidden()
      await expect(page).toHaveURL('/rentals?bedrooms=3&furnished=1&max_price=700')
      await expect(chips(page)).toHaveText([/3 bedrooms/, /Up to \$700/])
      await expect(quickFilter(page, 'Remove Furnished')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Filters · 3' })).toBeFocused()
      await expect(count(page)).toHaveText('1 result')
      await expect(cards(page)).toContainText('Room 16')
      await page.goBack()
      await expect(page).toHaveURL('/rentals')
      await expect(count(page)).toHaveText(`${rentalCount} results`)
      await expect(chips(page)).toHaveCount(0)
      await page.goForward()
      await expect(cards(page)).toHaveCount(1)
    },
  )

  test('are removed one by one or all at once', async ({ page }) => {
    await openPage(page, '/rentals?beds=3&furnished=1&q=room&order=price')
    await quickFilter(page, 'Remove Furnished').press('Enter')
    await expect(page).toHaveURL('/rentals?beds=3&order=price&q=room')
    await expect(quickFilter(page, 'Furnished')).toBeFocused()
    await page.getByRole('link', { name: 'Remove 3 bedrooms' }).press('Enter')
    await expect(page).toHaveURL('/rentals?order=price&q=room')
    await expect(chips(page)).toHaveCount(0)
    await expect(count(page)).toBeFocused()
    await page.getByRole('link', { name: 'Clear all' }).press('Enter')
    await expect(page).toHaveURL('/rentals?order=price')
    await expect(searchBox(page)).toHaveValue('')
    await expect(count(page)).toHaveText(`${rentalCount} results`)
    await expect(cards(page).first()).toContainText('Room 1')
  })

  test('in the panel start from the URL, and an unchanged price is not applied', async ({
    page,
  }) => {
    await openPage(page, '/textbooks?condition=Used')
    const panel = await openFilters(page)
    await expect(panel.getByRole('checkbox', { name: 'Used' })).toBeChecked()
    await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', '$200+')
    await panel.getByLabel('Faculty').selectOption('Math')
    await panel.getByRole('checkbox', { name: 'Worn' }).check()
    await panel.getByRole('button', { name: 'APPLY FILTERS' }).click()
    await expect(page).toHaveURL('/textbooks?condition=Used%2CWorn&faculty=Math')
    await page.getByRole('link', { name: 'Remove Used' }).click()
    await expect(page).toHaveURL('/textbooks?condition=Worn&faculty=Math')
  })

  test('that contradict each other are pointed out and not applied', async ({ page }) => {
    await openPage(page, '/rentals?beds=3')
    const panel = await openFilters(page)
    const until = panel.getByLabel('Until')
    const highest = panel.getByRole('textbox', { name: 'Highest price' })
    const apply = panel.getByRole('button', { name: /^APPLY FILTERS/ })
    await panel.getByLabel('From').fill('2027-05-01')
    await until.fill('2027-04-30')
    await apply.click()
    await expect(until).toBeFocused()
    await expect(until).toHaveAccessibleDescription('This is before the first day.')
    await expect(apply).toHaveText('APPLY FILTERS')
    await until.fill('2027-08-31')
    await panel.getByRole('textbox', { name: 'Lowest price' }).fill('900')
    await highest.fill('$800')
    await expect(highest).toHaveAccessibleDescription('This is less than the lowest price.')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 500 })
    await highest.evaluate((input) => input.scrollIntoView({ block: 'end' }))
    await apply.click()
    await expect(highest).toBeFocused()
    await expect(panel.getByText('This is less than')).toBeInViewport({ ratio: 1 })
    await highest.fill('$1,200')
    await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', '$1,200')
    await expect(apply).toHaveText('APPLY FILTERS · 0 results')
    await apply.click()
    await expect(page).toHaveURL(
      '/rentals?beds=3&from=2027-05-01&max_price=1200&min_price=900&to=2027-08-31',
    )
  })

  test('are counted while they are chosen', async ({ page }) => {
    await openPage(page, '/rentals')
    const panel = await openFilters(page)
    const apply = panel.getByRole('button', { name: /^APPLY FILTERS/ })
    await expect(apply).toHaveText(`APPLY FILTERS · ${rentalCount} results`)
    const outdated = /\?furnished=1&limit=1$/
    await page.route(outdated, () => undefined)
    const requested = page.waitForRequest(outdated)
    const aborted = page.waitForEvent('requestfailed', (request) => outdated.test(request.url()))
    await panel.getByRole('checkbox', { name: 'Furnished' }).check()
    await requested
    await expect(apply).toHaveText('APPLY FILTERS')
    await panel.getByRole('radio', { name: 'Sublet' }).check()
    await aborted
    await expect(apply).toHaveText('APPLY FILTERS · 7 results')
    await expect(panel.getByRole('status')).toHaveText('7 results')
  })

  test('are set and removed by quick filters', bothWidths, async ({ page, isMobile }) => {
    await openPage(page, '/rentals')
    await expect(
      quickFilters(page).getByRole('link', { name: /^(Winter|Spring|Fall) 20/ }),
    ).toHaveCount(2)
    await quickFilter(page, 'Sublet').press('Enter')
    await expect(page).toHaveURL('/rentals?type=sublet')
    await expect(count(page)).toHaveText('14 results')
    await expect(quickFilter(page, 'Remove Sublet')).toBeFocused()
    await expect(chips(page)).toHaveCount(0)
    const released = Promise.withResolvers<void>()
    await page.route(/\/api\/rentals\?type=lease$/, (route) =>
      released.promise.then(() => route.continue()),
    )
    await quickFilter(page, 'Lease').click()
    await expect(quickFilter(page, 'Remove Lease')).toBeVisible()
    await quickFilter(page, 'Under $800').click()
    released.resolve()
    await expect(page).toHaveURL('/rentals?max_price=800&type=lease')
    await expect(page.getByRole('button', { name: 'Filters · 2' })).toBeVisible()
    await quickFilter(page, 'Remove Lease').press('Enter')
    await expect(page).toHaveURL('/rentals?max_price=800')
    await page.reload()
    await waitForHydration(page)
    await expect(quickFilter(page, 'Remove Under $800')).toBeInViewport({ ratio: 1 })
    const hiddenWidth = await quickFilters(page).evaluate(
      (row) => row.scrollWidth - row.clientWidth,
    )
    expect(hiddenWidth > 0).toBe(isMobile)
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  })

  test('that are invalid are dropped', async ({ page }) => {
    const response = await page.goto('/rentals?beds=99&max_price=cheap&order=odd&type=castle')
    expect(response?.status()).toBe(200)
    await waitForHydration(page)
    await expect(count(page)).toHaveText(`${rentalCount} results`)
    await expect(chips(page)).toHaveCount(0)
    await page.goto('/rentals?type=sublet&cursor=nowhere')
    await expect(page).toHaveURL('/rentals?type=sublet')
  })
})

test.describe('search', () => {
  test('is debounced while typing and keeps the focus', async ({ page }) => {
    await openPage(page, '/rentals')
    const searches: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (isList(url)) searches.push(url.searchParams.get('q') ?? '')
    })
    await searchBox(page).pressSequentially('albert', { delay: 20 })
    await expect(count(page)).toHaveText('1 result')
    await expect(searchBox(page)).toBeFocused()
    await expect(page).toHaveURL('/rentals?q=albert')
    expect(searches).toEqual(['albert'])
    await searchBox(page).pressSequentially(' str')
    await expect(page).toHaveURL('/rentals?q=albert+str')
    await page.goBack()
    await expect(page).toHaveURL('/rentals')
    await expect(searchBox(page)).toHaveValue('')
    await expect(count(page)).toHaveText(`${rentalCount} results`)
  })

  test('starts at once with Enter', async ({ page }) => {
    await page.clock.install()
    await openPage(page, '/rentals?beds=5')
    await searchBox(page).fill('albert')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/rentals?beds=5&q=albert')
    await expect(cards(page)).toHaveCount(1)
  })

  test('does not take back a press on a listing', async ({ page, seed }) => {
    await openPage(page, '/rentals')
    const released = Promise.withResolvers<void>()
    await page.route(`**/api/rentals/${seed.houseId}`, (route) =>
      released.promise.then(() => route.continue()),
    )
    const card = page.getByRole('link', { name: /Whole house/ }).first()
    await searchBox(page).fill('albert')
    await card.click()
    await expect(page).toHaveURL(`/rentals/${seed.houseId}`)
    released.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Whole house/)
  })

  test('aborts an outdated request', async ({ page }) => {
    await openPage(page, '/rentals')
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('q=ro'))
    await page.route(/q=ro$/, () => undefined)
    const requested = page.waitForRequest(/q=ro$/)
    await searchBox(page).fill('ro')
    await requested
    await searchBox(page).fill('albert')
    await aborted
    await expect(count(page)).toHaveText('1 result')
  })
})

test('results are sorted by price in both directions', async ({ page }) => {
  await openPage(page, '/rentals')
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect(page).toHaveURL('/rentals?order=price')
  await expect(cards(page).first()).toContainText('$510')
  await page.getByLabel('Sort by').selectOption('Price: high to low')
  await expect(cards(page).first()).toContainText('$2,400')
  await page.getByLabel('Sort by').selectOption('Soonest available')
  await expect(page).toHaveURL('/rentals?order=soonest')
  await page.getByLabel('Sort by').selectOption('Newest')
  await expect(page).toHaveURL('/rentals')
})

test.describe('more results', () => {
  test('load on scroll, and Back restores the scroll position', bothWidths, async ({ page }) => {
    await openPage(page, '/rentals')
    await expect(cards(page)).toHaveCount(24)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(rentalCount)
    const card = cards(page).filter({ hasText: 'Room 2' }).last()
    await card.scrollIntoViewIfNeeded()
    const position = await page.evaluate(() => window.scrollY)
    expect(position).toBeGreaterThan(0)
    await card.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Room/)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(cards(page)).toHaveCount(rentalCount)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position)
  })

  test(
    'load by a link, and show an error when that fails',
    bothWidths,
    async ({ page, consoleErrors }) => {
      await page.addInitScript(() => {
        class Never {
          observe() {}
          disconnect() {}
        }
        Object.assign(window, { IntersectionObserver: Never })
      })
      await page.route(/cursor=/, (route) =>
        route.fulfill({ status: 503, json: { error: 'Busy.' } }),
      )
      await openPage(page, '/rentals')
      await expect(page.getByText(`Showing 24 of ${rentalCount}`)).toBeVisible()
      const more = page.getByRole('link', { name: 'Show more' })
      await more.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Busy.')
      await expectAccessible(page)
      await page.unroute(/cursor=/)
      await more.press('Enter')
      await expect(cards(page)).toHaveCount(rentalCount)
      await expect(more).toBeHidden()
      await expect(page).toHaveURL('/rentals')
      dropConsoleErrors(consoleErrors, /503/)
    },
  )
})

test.describe('accessible:', bothWidths, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('loaded, filtered, and with the filter panel open', async ({ page }) => {
    await openPage(
      page,
      '/rentals?beds=3&furnished=1&house_type=House&location=king&term=2030-fall',
    )
    await expectAccessible(page)
    const panel = await openFilters(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await setTextSize(page, '200%')
    expect(await measureDialogScroll(page)).toBe(0)
    const body = await panel
      .locator('form')
      .evaluate(({ scrollWidth, clientWidth, parentElement }) => ({
        overflow: scrollWidth - clientWidth,
        height: parentElement?.clientHeight,
      }))
    expect(body.overflow).toBe(0)
    expect(body.height).toBeGreaterThan(250)
    await openPage(page, '/textbooks')
    await expectAccessible(page)
    await openPage(page, '/misc')
    await expectAccessible(page)
  })

  test('loading, failed, and loaded again', async ({ page, consoleErrors }) => {
    const response = Promise.withResolvers<void>()
    await page.route(isList, async (route) => {
      await response.promise
      await route.fulfill({ status: 500, json: { error: 'Something broke.' } })
    })
    await navigateToList(page)
    await expect(page.getByText('Loading rentals…')).toBeAttached()
    await expectAccessible(page)
    response.resolve()
    await expect(page.getByRole('alert')).toContainText('Something broke.')
    await expectAccessible(page)
    await page.unroute(isList)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(24)
    dropConsoleErrors(consoleErrors, /500/)
  })

  test('empty, with and without filters', async ({ page }) => {
    await openPage(page, '/rentals?q=albert&type=sublet')
    await expect(page.getByRole('heading', { name: 'No rentals match' })).toBeVisible()
    await expect(page.getByText(/^Classified content/)).toBeVisible()
    await expect(count(page)).toHaveText('0 results')
    await expectAccessible(page)
    await expect(page.getByRole('link', { name: /^Without/ })).toHaveText([
      'Without “albert”: 14 results',
      'Without “Sublet”: 1 result',
    ])
    await page.getByRole('link', { name: 'Without “Sublet”: 1 result' }).press('Enter')
    await expect(page).toHaveURL('/rentals?q=albert')
    await expect(count(page)).toBeFocused()
    await expect(cards(page)).toHaveCount(1)
    await openPage(page, '/rentals?q=zeppelin')
    await expect(page.getByRole('heading', { name: 'No rentals match “zeppelin”' })).toBeVisible()
    await page.getByRole('link', { name: `See all ${rentalCount} rentals` }).click()
    await expect(cards(page)).toHaveCount(24)
    await page.route('**/api/textbooks*', (route) => route.fulfill({ json: emptyList }))
    await navigateToList(page, 'Textbooks')
    await expect(page.getByRole('link', { name: 'Add textbook' })).toHaveAttribute(
      'href',
      '/textbooks/create',
    )
    await expectAccessible(page)
  })
})

test(
  'the list loads without layout shifts, with priority for the first photo',
  bothWidths,
  async ({ page }) => {
    const readLayoutShifts = await observeLayoutShifts(page)
    await page.goto('/rentals', { waitUntil: 'networkidle' })
    await waitForHydration(page)
    expect(await readLayoutShifts()).toEqual([])
    const photos = cards(page).locator('img')
    await expect(photos.first()).toHaveAttribute('fetchpriority', 'high')
    await expect(photos.nth(1)).toHaveAttribute('loading', 'lazy')
    const preload = page.locator('head link[rel=preload][as=image]')
    await expect(preload).toHaveAttribute('fetchpriority', 'high')
    await expect(preload).toHaveAttribute('imagesrcset', /-320\.webp 320w/)
    await expect(photos.first()).toHaveAttribute('srcset', /-320\.webp 320w/)
  },
)

test('another category starts without filters', async ({ page }) => {
  await openPage(page, '/rentals')
  await searchBox(page).fill('albert')
  await expect(page).toHaveURL('/rentals?q=albert')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Extras' }).click()
  await expect(page).toHaveURL('/misc')
  await expect(searchBox(page)).toHaveValue('')
  await expect(count(page)).toHaveText('2 results')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a filtered list can be read, searched and paged', async ({ page }) => {
    await page.goto('/rentals')
    await quickFilter(page, 'Sublet').click()
    await expect(quickFilter(page, 'Remove Sublet')).toBeVisible()
    await expect(count(page)).toHaveText('14 results')
    await searchBox(page).fill('room 14')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/rentals?q=room+14&type=sublet')
    await expect(cards(page)).toContainText('Room 14')
    await page.goto('/rentals')
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(cards(page)).toHaveCount(rentalCount - 24)
    await page.getByRole('link', { name: 'Back to the first results' }).click()
    await expect(cards(page)).toHaveCount(24)
    await page.goto('/rentals?from=2027-05-01&to=2027-04-30')
    await expect(page.getByText('“Until” is before “From”, so we left it out.')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(cards(page).first()).toBeVisible()
    for (const control of [searchBox(page), quickFilter(page, 'Sublet'), chips(page).first()]) {
      await expect(control).toBeHidden()
    }
  })
})
