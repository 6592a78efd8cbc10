import type { Page } from '@playwright/test'
import { expect, expectAccessible, hydrated } from './fixtures.ts'
import { forgive, rentalCount, test, watchShifts } from './market.ts'

async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

/** Through the footer, so that the page loads its data in the browser. */
async function arrive(page: Page, menu = 'Rentals') {
  await open(page, '/about')
  await page.getByRole('contentinfo').getByRole('link', { name: menu }).click()
}

const cards = (page: Page) => page.getByRole('main').locator('a.card')
const count = (page: Page) => page.getByRole('main').getByRole('status').first()
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in force' }).getByRole('link')
const searchBox = (page: Page) => page.getByRole('searchbox')
const isList = (url: URL) => url.pathname === '/api/rentals'

async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel).toBeVisible()
  return panel
}

test.describe('cards', () => {
  test('of rentals say all they have to', async ({ page }) => {
    await open(page, '/rentals')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rentals')
    await expect(page.getByRole('main')).toContainText(
      'Classified content is not guaranteed. Duplicate or multiple listings for the same content will be deleted.',
    )
    const card = cards(page).first()
    for (const text of [
      '$2,400 /place',
      'Whole house on Albert Street',
      '201 Albert St, Waterloo',
      '5 bedrooms · Utilities included',
      'Lease',
      'Private',
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
  })

  test('of textbooks and extras say theirs, and lead to their pages', async ({ page, market }) => {
    await open(page, '/textbooks')
    for (const text of ['Linear Algebra', 'Sheldon Axler', '3rd', 'Used', '$45', 'View Details']) {
      await expect(cards(page)).toContainText(text)
    }
    await expect(cards(page)).toHaveAttribute('href', `/textbooks/${market.textbook}`)
    await open(page, '/misc')
    await expect(cards(page).first()).toContainText('Wanting')
    await expect(cards(page).first()).toContainText('—')
    await expect(cards(page).last()).toContainText('Selling')
    await expect(cards(page).last().getByRole('button')).toHaveCount(0)
    await cards(page).last().click()
    await expect(page).toHaveURL(`/misc/${market.lamp}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
  })

  test('have words for what is missing, and read other names', async ({ page }) => {
    const loose = [{ id: 1, price: 900, city: 'Kitchener', state: 'ON', photo: null }]
    await page.route(isList, (route) => route.fulfill({ json: loose }))
    await arrive(page)
    for (const text of ['Untitled listing', 'No description provided.', '$900', 'Kitchener, ON']) {
      await expect(cards(page)).toContainText(text)
    }
    await expect(cards(page)).toContainText('No image')
    await expect(count(page)).toHaveText('1 result')
    await expectAccessible(page)
  })
})

test.describe('filters', () => {
  test('apply by keyboard, live in the address, and Back takes them away', async ({ page }) => {
    await open(page, '/rentals')
    await expect(count(page)).toHaveText(`${rentalCount} results`)
    const panel = await openFilters(page)
    await panel.getByRole('radio', { name: '3' }).focus()
    await page.keyboard.press('Space')
    await panel.getByRole('checkbox', { name: 'Furnished' }).press('Space')
    const slider = panel.getByRole('slider', { name: 'Highest price' })
    await expect(slider).toHaveAttribute('aria-valuetext', '$2,400')
    await slider.fill('700')
    await panel.getByRole('button', { name: 'APPLY FILTERS' }).press('Enter')
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL('/rentals?beds=3&furnished=1&max_price=700')
    await expect(chips(page)).toHaveText([/3 bedrooms/, /Furnished/, /Up to \$700/])
    await expect(page.getByRole('button', { name: 'Filters · 3' })).toBeFocused()
    await expect(count(page)).toHaveText('1 result')
    await expect(cards(page)).toContainText('Room 12')
    await page.goBack()
    await expect(page).toHaveURL('/rentals')
    await expect(count(page)).toHaveText(`${rentalCount} results`)
    await expect(chips(page)).toHaveCount(0)
    await page.goForward()
    await expect(cards(page)).toHaveCount(1)
  })

  test('are taken away one by one or all at once', async ({ page }) => {
    await open(page, '/rentals?beds=3&furnished=1&q=room&order=price')
    await page.getByRole('link', { name: 'Remove Furnished' }).press('Enter')
    await expect(page).toHaveURL('/rentals?beds=3&order=price&q=room')
    await expect(chips(page)).toHaveText([/3 bedrooms/])
    await expect(count(page)).toBeFocused()
    await page.getByRole('link', { name: 'Clear all' }).press('Enter')
    await expect(page).toHaveURL('/rentals?order=price')
    await expect(searchBox(page)).toHaveValue('')
    await expect(count(page)).toHaveText(`${rentalCount} results`)
    await expect(cards(page).first()).toContainText('Room 1')
  })

  test('start from what is in force, and an untouched price asks for nothing', async ({ page }) => {
    await open(page, '/textbooks?condition=Used')
    const panel = await openFilters(page)
    await expect(panel.getByRole('radio', { name: 'Used' })).toBeChecked()
    await expect(panel.getByRole('slider')).toHaveAttribute('aria-valuetext', '200+')
    await panel.getByLabel('Faculty').selectOption('Math')
    await panel.getByRole('button', { name: 'APPLY FILTERS' }).click()
    await expect(page).toHaveURL('/textbooks?condition=Used&faculty=Math')
  })

  test('that make no sense are dropped', async ({ page }) => {
    const answer = await page.goto('/rentals?beds=99&max_price=cheap&order=odd&type=castle')
    expect(answer?.status()).toBe(200)
    await hydrated(page)
    await expect(count(page)).toHaveText(`${rentalCount} results`)
    await expect(chips(page)).toHaveCount(0)
    await page.goto('/rentals?type=sublet&cursor=nowhere')
    await expect(page).toHaveURL('/rentals?type=sublet')
  })
})

test.describe('search', () => {
  test('follows typing without losing the focus or asking for every letter', async ({ page }) => {
    await open(page, '/rentals')
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (isList(url)) asked.push(url.searchParams.get('q') ?? '')
    })
    await searchBox(page).pressSequentially('albert', { delay: 20 })
    await expect(count(page)).toHaveText('1 result')
    await expect(searchBox(page)).toBeFocused()
    await expect(page).toHaveURL('/rentals?q=albert')
    expect(asked).toEqual(['albert'])
    await searchBox(page).pressSequentially(' str')
    await expect(page).toHaveURL('/rentals?q=albert+str')
    await page.goBack()
    await expect(page).toHaveURL('/rentals')
    await expect(searchBox(page)).toHaveValue('')
    await expect(count(page)).toHaveText(`${rentalCount} results`)
  })

  test('goes at once with Enter', async ({ page }) => {
    await page.clock.install()
    await open(page, '/rentals?beds=5')
    await searchBox(page).fill('albert')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/rentals?beds=5&q=albert')
    await expect(cards(page)).toHaveCount(1)
  })

  test('gives up what nobody waits for any more', async ({ page }) => {
    await open(page, '/rentals')
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('q=ro'))
    await page.route(/q=ro$/, () => undefined)
    await searchBox(page).fill('ro')
    await expect(page).toHaveURL('/rentals?q=ro')
    await searchBox(page).fill('albert')
    await givenUp
    await expect(count(page)).toHaveText('1 result')
  })
})

test('sorts by price both ways', async ({ page }) => {
  await open(page, '/rentals')
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect(page).toHaveURL('/rentals?order=price')
  await expect(cards(page).first()).toContainText('$510')
  await page.getByLabel('Sort by').selectOption('Price: high to low')
  await expect(cards(page).first()).toContainText('$2,400')
  await page.getByLabel('Sort by').selectOption('Newest')
  await expect(page).toHaveURL('/rentals')
})

test.describe('more results', () => {
  test('come with scrolling, and Back leads to the same place', async ({ page }) => {
    await open(page, '/rentals')
    await expect(cards(page)).toHaveCount(24)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(rentalCount)
    const card = cards(page).filter({ hasText: 'Room 2' }).last()
    await card.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(0)
    await card.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Room/)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(cards(page)).toHaveCount(rentalCount)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  })

  test('can be asked for, and say when they cannot be had', async ({ page, complaints }) => {
    await page.addInitScript(() => {
      class Never {
        observe() {}
        disconnect() {}
      }
      Object.assign(window, { IntersectionObserver: Never })
    })
    await page.route(/cursor=/, (route) => route.fulfill({ status: 503, json: { error: 'Busy.' } }))
    await open(page, '/rentals')
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
    forgive(complaints, /503/)
  })
})

test.describe(`every state`, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('loaded, filtered and with the panel open', async ({ page }) => {
    await open(page, '/rentals?beds=3&furnished=1&max_price=900&location=king')
    await expectAccessible(page)
    await openFilters(page)
    await expectAccessible(page)
    await open(page, '/textbooks')
    await expectAccessible(page)
    await open(page, '/misc')
    await expectAccessible(page)
  })

  test('loading, then failed, then there', async ({ page, complaints }) => {
    const answers = [Promise.withResolvers<void>()]
    await page.route(isList, async (route) => {
      await answers[0]?.promise
      await route.fulfill({ status: 500, json: { error: 'Something broke.' } })
    })
    await arrive(page)
    await expect(page.getByText('Loading rentals…')).toBeAttached()
    await expectAccessible(page)
    answers[0]?.resolve()
    await expect(page.getByRole('alert')).toContainText('Something broke.')
    await expectAccessible(page)
    await page.unroute(isList)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(24)
    forgive(complaints, /500/)
  })

  test('empty, with and without filters', async ({ page }) => {
    await open(page, '/rentals?q=zeppelin')
    await expect(page.getByRole('heading', { name: 'No rentals match' })).toBeVisible()
    await expect(count(page)).toHaveText('0 results')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'See all rentals' }).click()
    await expect(cards(page)).toHaveCount(24)
    await page.route('**/api/textbooks*', (route) => route.fulfill({ json: [] }))
    await arrive(page, 'Textbooks')
    await expect(page.getByRole('link', { name: 'Add textbook' })).toHaveAttribute(
      'href',
      '/textbooks/create',
    )
    await expectAccessible(page)
  })
})

test('nothing shifts, and the first photo comes first', async ({ page }) => {
  const shifts = await watchShifts(page)
  await page.goto('/rentals', { waitUntil: 'networkidle' })
  await hydrated(page)
  expect(await shifts()).toEqual([])
  const photos = cards(page).locator('img')
  await expect(photos.first()).toHaveAttribute('fetchpriority', 'high')
  await expect(photos.nth(1)).toHaveAttribute('loading', 'lazy')
  const preload = page.locator('head link[rel=preload][as=image]')
  await expect(preload).toHaveAttribute('fetchpriority', 'high')
  await expect(preload).toHaveAttribute('imagesrcset', /-320\.webp 320w/)
  await expect(photos.first()).toHaveAttribute('srcset', /-320\.webp 320w/)
})

test('another category starts afresh', async ({ page }) => {
  await open(page, '/rentals')
  await searchBox(page).fill('albert')
  await expect(page).toHaveURL('/rentals?q=albert')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Extras' }).click()
  await expect(page).toHaveURL('/misc')
  await expect(searchBox(page)).toHaveValue('')
  await expect(count(page)).toHaveText('2 results')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a filtered list can be read, searched and paged through', async ({ page }) => {
    await page.goto('/rentals?type=sublet')
    await expect(chips(page)).toHaveText([/Sublet/])
    await expect(count(page)).toHaveText('14 results')
    await searchBox(page).fill('room 12')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/rentals?q=room+12&type=sublet')
    await expect(cards(page)).toContainText('Room 12')
    await page.goto('/rentals')
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(cards(page)).toHaveCount(rentalCount - 24)
    await page.getByRole('link', { name: 'Back to the first results' }).click()
    await expect(cards(page)).toHaveCount(24)
  })
})
