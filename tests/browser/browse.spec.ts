import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, dropConsoleErrors, expect, openPage } from './fixtures.ts'
import { measureDialogScroll, measureOverflow, setTextSize } from './layout.ts'
import { rentalCount } from './seed-site.ts'
import { test } from './seeded-fixtures.ts'
import { observeShiftsOnceParsed, openSettled } from './settle.ts'

const desktop = { width: 1440, height: 900 }

/** Navigates in the browser, so that the page loads its data there. */
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
const searchBox = (page: Page) => page.getByRole('main').getByRole('searchbox')
const isList = (url: URL) => url.pathname === '/api/rentals'
const emptyList = { results: [], next: null, total: 0, total_exact: true, max_price: 0 }

/** Expects cards so low that a phone shows one and the photo of the next. */
async function expectLowOnPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  expect.soft((await cards(page).first().boundingBox())?.height).toBeLessThanOrEqual(480)
  await page.setViewportSize(desktop)
}

/** Runs in the page. Returns a growing list: how many cards it has after each change, once it has any. */
function countCardsAfterChanges() {
  const counts: number[] = []
  new MutationObserver(() => {
    const { length } = document.querySelectorAll('section[aria-label^=Found] article')
    if (length > 0) counts.push(length)
  }).observe(document.body, { childList: true, subtree: true })
  return counts
}

async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel).toBeVisible()
  return panel
}

test(
  'the list loads without layout shifts, loads more on scroll, and is set by quick filters',
  bothWidths,
  async ({ page, isMobile }) => {
    const readLayoutShifts = await observeShiftsOnceParsed(page)
    await openSettled(page, '/rentals')
    expect.soft(await readLayoutShifts()).toEqual([])

    await test.step('a reload shows the same card at the same place', async () => {
      for (let index = 0; index <= 12; index++)
        await cards(page).nth(index).scrollIntoViewIfNeeded()
      const top = () =>
        cards(page)
          .nth(12)
          .evaluate((card) => Math.round(card.getBoundingClientRect().top))
      const before = await top()
      await page.reload()
      await expect.poll(top).toBe(before)
    })

    await test.step('Back restores the scroll position after a page that came on scroll', async () => {
      await expect(cards(page)).toHaveCount(24)
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(cards(page)).toHaveCount(rentalCount)
      const card = cards(page).filter({ hasText: 'Room 2' }).last()
      await card.scrollIntoViewIfNeeded()
      const pressed = await card.getByRole('link').first().getAttribute('href')
      const position = await page.evaluate(() => window.scrollY)
      expect(position).toBeGreaterThan(0)
      await card.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Room/)
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      await page.goBack()
      await expect(cards(page)).toHaveCount(rentalCount)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position)
      await expect(page.locator(`.card-link[href="${pressed}"]`)).toBeInViewport()
    })

    if (isMobile) {
      await test.step('the way back renders the cards of the screen first', async () => {
        await cards(page).first().click()
        // A link starts its navigation after the click. Before that, Back would leave the site.
        await expect(page).toHaveURL(/\/rentals\/\d+$/)
        const renderings = await page.evaluateHandle(countCardsAfterChanges)
        await page.goBack()
        await expect(cards(page)).toHaveCount(rentalCount)
        const [first = 0] = await renderings.jsonValue()
        expect(first).toBeGreaterThan(2)
        expect(first).toBeLessThan(rentalCount)
      })
    }

    if (!isMobile) {
      await test.step('quick filters are set and removed', async () => {
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
      })
    }

    await test.step('the row of quick filters shows the one that is set', async () => {
      await openPage(page, '/rentals?max_price=800')
      await expect(quickFilter(page, 'Remove Under $800')).toBeInViewport({ ratio: 1 })
      const hiddenWidth = await quickFilters(page).evaluate(
        (row) => row.scrollWidth - row.clientWidth,
      )
      expect(hiddenWidth > 0).toBe(isMobile)
      expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    })
  },
)

test('filters are counted, checked, applied by keyboard and kept in the URL', async ({ page }) => {
  await openPage(page, '/rentals')
  await expect(count(page)).toHaveText(`${rentalCount} results`)
  await expectLowOnPhone(page)
  let panel = await openFilters(page)
  const apply = panel.getByRole('button', { name: /^APPLY FILTERS/ })
  const until = panel.getByLabel('Until')
  const highest = panel.getByRole('textbox', { name: 'Max price' })
  const slider = panel.getByRole('slider', { name: 'Max price' })

  await test.step('they are counted while they are chosen', async () => {
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

  await test.step('those that contradict each other are pointed out and not applied', async () => {
    await panel.getByLabel('From').fill('2027-05-01')
    await until.fill('2027-04-30')
    await apply.click()
    await expect(until).toBeFocused()
    await expect(until).toHaveAccessibleDescription('This is before the first day.')
    await expect(apply).toHaveText('APPLY FILTERS')
    await until.fill('2027-08-31')
    await panel.getByRole('textbox', { name: 'Min price' }).fill('900')
    await highest.fill('$800')
    await expect(highest).toHaveAccessibleDescription('This is less than the minimum.')
    await expectAccessible(page)
  })

  await test.step('the panel fits a small screen and large text', async () => {
    await page.setViewportSize({ width: 390, height: 500 })
    await highest.evaluate((input) => input.scrollIntoView({ block: 'end' }))
    await apply.click()
    await expect(highest).toBeFocused()
    await expect(panel.getByText('This is less than')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 320, height: 640 })
    await setTextSize(page, '200%')
    expect.soft(await measureDialogScroll(page)).toBe(0)
    const body = await panel
      .locator('form')
      .evaluate(({ scrollWidth, clientWidth, parentElement }) => ({
        overflow: scrollWidth - clientWidth,
        height: parentElement?.clientHeight,
      }))
    expect.soft(body.overflow).toBe(0)
    expect.soft(body.height).toBeGreaterThan(250)
    await setTextSize(page, '')
    await page.setViewportSize(desktop)
  })

  await test.step('once they agree they are applied', async () => {
    await highest.fill('$1,200')
    await expect(slider).toHaveAttribute('aria-valuetext', '$1,200')
    await expect(apply).toHaveText('APPLY FILTERS · 0 results')
    await apply.click()
    await expect(page).toHaveURL(
      '/rentals?from=2027-05-01&furnished=1&max_price=1200&min_price=900&to=2027-08-31&type=sublet',
    )
    await page.goBack()
    await expect(page).toHaveURL('/rentals')
    await expect(count(page)).toHaveText(`${rentalCount} results`)
  })

  await test.step('they are applied by keyboard, and Back removes them', async () => {
    panel = await openFilters(page)
    await panel.getByRole('radio', { name: '3' }).focus()
    await page.keyboard.press('Space')
    await panel.getByRole('checkbox', { name: 'Furnished' }).press('Space')
    await expect(slider).toHaveAttribute('aria-valuetext', '$2,400+')
    await slider.fill('700')
    await expect(highest).toHaveValue('700')
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
  })

  await test.step('the print style hides them', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(cards(page).first()).toBeVisible()
    for (const control of [searchBox(page), quickFilter(page, 'Sublet'), chips(page).first()]) {
      await expect(control).toBeHidden()
    }
    await page.emulateMedia({ media: null })
  })
})

test('filters from the URL are shown in the panel, and removed one by one or all at once', async ({
  page,
}) => {
  await openPage(page, '/textbooks?condition=Used')
  await expectLowOnPhone(page)
  const panel = await openFilters(page)
  await expect(panel.getByRole('checkbox', { name: 'Used' })).toBeChecked()
  await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', '$200+')
  await panel.getByRole('checkbox', { name: 'Used' }).uncheck()
  await panel.getByRole('slider').fill('100')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await openFilters(page)
  await expect(panel.getByRole('checkbox', { name: 'Used' })).toBeChecked()
  await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', '$200+')
  await panel.getByLabel('Faculty').selectOption('Math')
  await panel.getByRole('checkbox', { name: 'Worn' }).check()
  await panel.getByRole('button', { name: 'APPLY FILTERS' }).click()
  // The filters do not apply an unchanged price.
  await expect(page).toHaveURL('/textbooks?condition=Used%2CWorn&faculty=Math')
  await page.getByRole('link', { name: 'Remove Used' }).click()
  await expect(page).toHaveURL('/textbooks?condition=Worn&faculty=Math')

  await openPage(page, '/rentals?beds=3&furnished=1&q=room&order=price')
  await quickFilter(page, 'Remove Furnished').press('Enter')
  await expect(page).toHaveURL('/rentals?beds=3&order=price&q=room')
  await expect(quickFilter(page, 'Furnished')).toBeFocused()
  await page.getByRole('link', { name: 'Remove 3 bedrooms' }).press('Enter')
  await expect(page).toHaveURL('/rentals?order=price&q=room')
  await expect(chips(page)).toHaveCount(0)
  await expect(count(page)).toBeFocused()
  // The search field has a button of its own for the text.
  await expect(page.getByRole('link', { name: 'Clear all' })).toHaveCount(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Clear all' }).press('Enter')
  await expect(page).toHaveURL('/rentals?order=price')
  await expect(searchBox(page)).toHaveValue('')
  await expect(count(page)).toHaveText(`${rentalCount} results`)
  await expect(cards(page).first()).toContainText('Room 1')

  await test.step('results are sorted by price in both directions', async () => {
    await expect(cards(page).first()).toContainText('$510')
    await page.getByLabel('Sort by').selectOption('Price: high to low')
    await expect(cards(page).first()).toContainText('$2,400')
    await page.getByLabel('Sort by').selectOption('Price: low to high')
    await expect(page).toHaveURL('/rentals?order=price')
    await expect(cards(page).first()).toContainText('$510')
    await page.getByLabel('Sort by').selectOption('Soonest available')
    await expect(page).toHaveURL('/rentals?order=soonest')
    await page.goBack()
    await expect(page.getByLabel('Sort by')).toHaveValue('price')
    await page.goForward()
    await page.getByLabel('Sort by').focus()
    await page.getByLabel('Sort by').selectOption('Newest')
    await expect(page).toHaveURL('/rentals')
    await expect(cards(page).first()).not.toContainText('$510')
    await expect(page.getByLabel('Sort by')).toBeFocused()
  })
})

test('the search follows the typing, and gives way to Enter, Back and other links', async ({
  page,
  seed,
}) => {
  await page.clock.install()
  await openPage(page, '/rentals')
  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (isList(url)) searches.push(url.searchParams.get('q') ?? '')
  })

  await test.step('it is debounced and keeps the focus', async () => {
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

  await test.step('it aborts an outdated request', async () => {
    const outdated = /q=ro$/
    const aborted = page.waitForEvent('requestfailed', (request) => outdated.test(request.url()))
    await page.route(outdated, () => undefined)
    const requested = page.waitForRequest(outdated)
    await searchBox(page).fill('ro')
    await requested
    await searchBox(page).fill('albert')
    await aborted
    await expect(count(page)).toHaveText('1 result')
  })

  await test.step('it starts at once with Enter', async () => {
    // No debounced search can start while the clock stands still.
    await page.clock.pauseAt(Date.now() + 60_000)
    await searchBox(page).fill('room 29')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/rentals?q=room+29')
    await expect(count(page)).toHaveText('1 result')
    await page.clock.resume()
  })

  await test.step('another category starts without it', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Extras' }).click()
    await expect(page).toHaveURL('/misc')
    await expect(searchBox(page)).toHaveValue('')
    await expect(count(page)).toHaveText('2 results')
    await expectLowOnPhone(page)
  })

  await test.step('it does not take back a press on a listing', async () => {
    const released = Promise.withResolvers<void>()
    await page.route(`**/api/misc/${seed.lampId}`, (route) =>
      released.promise.then(() => route.continue()),
    )
    await searchBox(page).fill('bike')
    await cards(page).last().getByText('View Details').click({ force: true })
    await expect(page).toHaveURL(`/misc/${seed.lampId}`)
    released.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
  })
})

test('cards of a page rendered on an earlier day say the age as of today', async ({ page }) => {
  await page.clock.setFixedTime(Date.now() + 10 * 86_400_000)
  const response = await page.goto('/textbooks')
  expect(await response?.text()).toMatch(/>(Today|Yesterday)/)
  await expect(cards(page)).toContainText('1 week ago')
})

test('a next page that fails is asked for once, and again by its link', async ({
  page,
  consoleErrors,
}) => {
  let requests = 0
  await page.route(/cursor=/, (route) => {
    requests += 1
    return route.fulfill({ status: 503, json: { error: 'Busy.' } })
  })
  await openPage(page, '/rentals')
  await expect(page.getByText(`Showing 24 of ${rentalCount}`)).toBeVisible()
  expect(requests).toBe(0)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('alert')).toHaveText('Busy.')
  // In each round, an observer and a request of the page run before these.
  await page.evaluate(async () => {
    for (const _ of [1, 2, 3]) {
      await new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body))
      await fetch('/api/health')
    }
  })
  expect(requests).toBe(1)

  await page.unroute(/cursor=/)
  const more = page.getByRole('link', { name: 'Show more' })
  await more.press('Enter')
  await expect(cards(page)).toHaveCount(rentalCount)
  await expect(more).toBeHidden()
  await expect(page).toHaveURL('/rentals')
  dropConsoleErrors(consoleErrors, /503/)
})

test('a list is loading, fails and is loaded again, or is empty', async ({
  page,
  consoleErrors,
}) => {
  await test.step('loading, failed, and loaded again', async () => {
    const response = Promise.withResolvers<void>()
    await page.route(isList, async (route) => {
      await response.promise
      await route.fulfill({ status: 500, json: { error: 'Something broke.' } })
    })
    await navigateToList(page)
    await expect(page.getByText('Loading rentals…')).toBeAttached()
    response.resolve()
    await expect(page.getByRole('alert')).toContainText('Something broke.')
    await page.unroute(isList)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(24)
    dropConsoleErrors(consoleErrors, /500/)
  })

  await test.step('a category without listings', async () => {
    await page.route('**/api/textbooks*', (route) => route.fulfill({ json: emptyList }))
    // The footer moves while the list loads its next page, so a click may miss the link.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Textbooks' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Add textbook' })).toHaveAttribute(
      'href',
      '/textbooks/create',
    )
  })

  await test.step('no results with and without filters', async () => {
    await openPage(page, '/rentals?q=albert&type=sublet')
    await expect(
      page.getByRole('heading', { name: 'No rentals match “albert” with these filters' }),
    ).toBeVisible()
    await expect(page.getByText(/^Classified content/)).toBeVisible()
    await expect(count(page)).toHaveText('0 results')
    await expect(page.getByRole('link', { name: /^Without/ })).toHaveText([
      'Without “albert”: 14 results',
      'Without “Sublet”: 1 result',
    ])
    await page.getByRole('link', { name: 'Without “Sublet”: 1 result' }).press('Enter')
    await expect(page).toHaveURL('/rentals?q=albert')
    await expect(count(page)).toBeFocused()
    await expect(cards(page)).toHaveCount(1)
    await searchBox(page).fill('zeppelin')
    await expect(page.getByRole('heading', { name: 'No rentals match “zeppelin”' })).toBeVisible()
    await page.getByRole('link', { name: `See all ${rentalCount} rentals` }).click()
    await expect(cards(page)).toHaveCount(24)
  })
})
