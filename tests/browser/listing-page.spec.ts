import type { Page } from '@playwright/test'
import { createListing, signUp } from '../support/seed-through-api.ts'
import { startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, dropConsoleErrors, expect, openPage, waitForHydration } from './fixtures.ts'
import { measureOverflow, observeLayoutShifts, setTextSize } from './layout.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'

/** A client-side navigation, so that the page loads its data in the browser. */
async function navigateToListing(page: Page, category: string, title: string) {
  await openPage(page, `/${category}`)
  await page.getByRole('link', { name: title, exact: true }).click()
}

const moreFromSeller = (page: Page) => page.getByRole('region', { name: /^More from/ })
const similar = (page: Page) => page.getByRole('region', { name: 'Similar listings' })

/** They are loaded when the reader comes near. */
const scrollToMoreListings = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))

const carousel = (page: Page) => page.getByRole('region', { name: /^Photos of/ }).first()

test.describe('listing page', () => {
  test('shows every field as plain text', async ({ page, seed }) => {
    await openPage(page, `/rentals/${seed.houseId}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Whole house on Albert Street')
    await expect(main).toContainText('$2,400 /place per month')
    const rows = { 'House type': 'House', Utilities: 'Included', Bedrooms: '5', Kitchen: 'Yes' }
    for (const [label, value] of Object.entries(rows)) {
      const row = main.locator('dl > div', { has: page.getByText(label, { exact: true }) })
      await expect(row.getByRole('definition')).toHaveText(value)
    }
    const description = main.getByText('First line.')
    await expect(description).toHaveText(/Second line with <b>no<\/b> markup/)
    await expect(description).toHaveCSS('white-space-collapse', 'preserve-breaks')
    await expect(description.getByRole('link')).toHaveCount(0)
    await expect(main).toContainText('see the place before you pay a deposit')
    await page.setViewportSize({ width: 320, height: 800 })
    await setTextSize(page, '200%')
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  })

  test('has metadata for search engines, without the seller’s address', async ({ page, seed }) => {
    const response = await page.goto(`/rentals/${seed.houseId}?utm_source=x`)
    const html = (await response?.text()) ?? ''
    expect(html).not.toContain(seed.ada.email)
    await expect(page).toHaveTitle('Whole house on Albert Street · Quad')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`/rentals/${seed.houseId}$`),
    )
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      /\/api\/uploads\/.*\.webp$/,
    )
    const data = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    )
    expect(data).toMatchObject({
      name: 'Whole house on Albert Street',
      address: '201 Albert St, Waterloo',
      offers: { price: 2400, priceCurrency: 'CAD' },
    })
    expect(data['@type']).toContain('Accommodation')
  })

  test('asks a visitor to log in to contact the seller', async ({ page, seed }) => {
    await openPage(page, `/textbooks/${seed.textbookId}`)
    const panel = page.getByRole('region', { name: 'Contact Seller' })
    await expect(panel).toContainText('Ada Lovelace')
    await expect(panel).toContainText('—')
    await expect(panel.getByRole('link', { name: 'Email Seller' })).toHaveCount(0)
    await expect(panel.getByRole('link', { name: 'Log in to contact the seller' })).toHaveAttribute(
      'href',
      `/login?next=%2Ftextbooks%2F${seed.textbookId}%23contact`,
    )
  })

  test('shows the seller’s address to a student', async ({ page, context, baseURL, seed }) => {
    await addSessionCookie(context, baseURL ?? '', seed.bob)
    await openPage(page, `/textbooks/${seed.textbookId}`)
    const panel = page.getByRole('region', { name: 'Contact Seller' })
    await expect(panel).toContainText(seed.ada.email)
    const { port } = new URL(baseURL ?? '')
    const url = encodeURIComponent(`http://localhost:${port}/textbooks/${seed.textbookId}`)
    await expect(panel.getByRole('link', { name: 'Email Seller' })).toHaveAttribute(
      'href',
      `mailto:${seed.ada.email}?subject=Inquiry%20about%20textbook%3A%20Linear%20Algebra%20Done%20Right` +
        `&body=Hi%20Ada%2C%20is%20Linear%20Algebra%20Done%20Right%20still%20available%3F%0D%0A%0D%0A${url}`,
    )
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await panel.getByRole('button', { name: 'Copy email' }).click()
    await expect(page.getByText('Email copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(seed.ada.email)
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await panel.getByRole('button', { name: 'Copy email' }).click()
    await expect(page.getByText(`Copy it by hand: ${seed.ada.email}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expect(page.locator('script[type="application/ld+json"]')).not.toContainText('@uw')
  })

  test('loads without layout shifts', bothWidths, async ({ page, seed }) => {
    const readLayoutShifts = await observeLayoutShifts(page)
    await page.goto(`/rentals/${seed.houseId}`, { waitUntil: 'networkidle' })
    await waitForHydration(page)
    expect(await readLayoutShifts()).toEqual([])
  })

  test('shows title, price and contact on a laptop without scrolling', async ({ page, seed }) => {
    await page.setViewportSize({ width: 1366, height: 768 })
    const ids = { rentals: seed.houseId, textbooks: seed.textbookId, misc: seed.lampId }
    for (const [category, id] of Object.entries(ids)) {
      await openPage(page, `/${category}/${id}`)
      const heading = page.getByRole('heading', { level: 1 })
      const { height: oneLine = 0 } = (await heading.boundingBox()) ?? {}
      await heading.evaluate((element) => {
        element.textContent = 'A long title that needs two lines beside the panel'
      })
      const { height: twoLines = 0 } = (await heading.boundingBox()) ?? {}
      expect(twoLines).toBe(2 * oneLine)
      const contact = page.getByRole('link', { name: 'Log in to contact the seller' })
      const price = page.getByRole('main').getByText(/^\$\d/).first()
      for (const part of [heading, price, contact]) {
        await expect(part).toBeInViewport({ ratio: 1 })
      }
    }
    // Also the photo and its thumbnails, below the header.
    await openPage(page, `/rentals/${seed.houseId}`)
    const { height = 0 } = (await carousel(page).boundingBox()) ?? {}
    expect(height).toBeGreaterThan(320)
    expect(height).toBeLessThan(768 - 64)
  })
})

test.describe('photos', () => {
  test('can be browsed by keyboard, also in full screen', bothWidths, async ({ page, seed }) => {
    await openPage(page, `/rentals/${seed.houseId}`)
    const position = carousel(page).locator('[aria-live]')
    await carousel(page).getByRole('button', { name: 'Previous photo' }).press('Enter')
    await expect(position).toHaveText('Photo 4 of 4')
    await page.keyboard.press('ArrowRight')
    await expect(position).toHaveText('Photo 1 of 4')
    await carousel(page).getByRole('button', { name: 'Photo 3 of 4' }).press('Enter')
    await expect(position).toHaveText('Photo 3 of 4')
    const enlarge = carousel(page).getByRole('button', { name: 'View full screen' })
    await enlarge.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'Whole house on Albert Street' })
    await expect(viewer.locator('[aria-live]')).toHaveText('Photo 3 of 4')
    await expect(viewer.getByRole('img', { name: /photo 3$/ })).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('ArrowRight')
    await expect(viewer.locator('[aria-live]')).toHaveText('Photo 4 of 4')
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(enlarge).toBeFocused()
  })

  test('open in full screen on click', async ({ page, seed }) => {
    await openPage(page, `/rentals/${seed.houseId}`)
    await carousel(page).getByRole('img').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('are replaced by a placeholder when they fail to load', async ({ page, seed }) => {
    await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 404 }))
    await openPage(page, `/rentals/${seed.houseId}`)
    await expect(carousel(page).locator('.carousel-stage')).toContainText('No image')
    await expect(carousel(page).getByRole('listitem').first().locator('img')).toHaveCount(0)
  })

  test('have plain margins in full screen', async ({ page, seed }) => {
    await openPage(page, `/rentals/${seed.houseId}`)
    await carousel(page).getByRole('button', { name: 'View full screen' }).click()
    const viewer = page.getByRole('dialog')
    const stage = viewer.locator('.carousel-stage')
    await expect(stage).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(viewer.getByRole('img').first()).toHaveCSS('background-size', 'contain')
  })

  test('are replaced by a placeholder when there are none', bothWidths, async ({ page }) => {
    await page.route('**/api/misc/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), photos: [], photo_info: [] } })
    })
    await navigateToListing(page, 'misc', 'Desk lamp')
    await expect(page.getByRole('main')).toContainText('No image')
    await expectAccessible(page)
  })
})

test.describe('share button', () => {
  test(
    'offers the link where Web Share is not supported',
    bothWidths,
    async ({ page, context, seed }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
      await openPage(page, `/misc/${seed.lampId}`)
      await page.getByRole('button', { name: /^Share/ }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Share' })
      await expect(dialog).toContainText('Your browser does not support the Web Share API.')
      await expect(dialog.getByLabel('Link')).toHaveValue(page.url())
      await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toContainText('Link copied.')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
      await expectAccessible(page)
    },
  )

  test('uses Web Share where it is supported', async ({ page, seed }) => {
    await page.addInitScript(() => {
      const share = async (data: ShareData) => Object.assign(window, { shared: data })
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await openPage(page, `/misc/${seed.lampId}`)
    await page.getByRole('button', { name: /^Share/ }).click()
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown }).shared)
    await expect.poll(shared).toEqual({
      title: 'Desk lamp',
      text: 'Check out this listing on Quad',
      url: page.url(),
    })
  })
})

test.describe('missing listing', () => {
  const messages = {
    rentals: 'House not found.',
    textbooks: 'Textbook not found',
    misc: 'Item not found.',
  }
  for (const [category, message] of Object.entries(messages)) {
    test(`is 404 in ${category}`, bothWidths, async ({ page }) => {
      for (const id of ['999999', 'abc', '%F0%9F%8F%A0']) {
        const response = await page.goto(`/${category}/${id}`)
        expect(response?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(message)
      }
      await waitForHydration(page)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expectAccessible(page)
    })
  }

  const failures = [
    { category: 'rentals', title: 'Room 29', failed: 'Failed to load house.', lost: 'rental' },
    {
      category: 'textbooks',
      title: 'Linear Algebra Done Right',
      failed: 'Textbook not found',
      lost: 'textbook',
    },
    { category: 'misc', title: 'Desk lamp', failed: 'Failed to load item.', lost: 'item' },
  ]
  for (const { category, title, failed, lost } of failures) {
    test(`has another message than a failed request in ${category}`, async ({
      page,
      consoleErrors,
    }) => {
      const one = `**/api/${category}/*`
      await page.route(one, (route) => route.fulfill({ status: 500, json: {} }))
      await navigateToListing(page, category, title)
      await expect(page.getByRole('alert')).toContainText(failed)
      await page.unroute(one)
      await page.route(one, (route) => route.abort())
      await navigateToListing(page, category, title)
      await expect(page.getByRole('alert')).toContainText(`Failed to fetch ${lost} data.`)
      dropConsoleErrors(consoleErrors, /500|ERR_FAILED/)
    })
  }
})

test.describe('loading, loaded and full screen', bothWidths, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('is accessible', async ({ page, seed }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/misc/*', async (route) => {
      await held.promise
      await route.continue()
    })
    await navigateToListing(page, 'misc', 'Desk lamp')
    await expect(page.getByRole('main').getByText('Loading…')).toBeAttached()
    await expectAccessible(page)
    held.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
    await expectAccessible(page)
    await openPage(page, `/rentals/${seed.houseId}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'View full screen' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a listing is readable', async ({ page, seed }) => {
    await page.goto(`/rentals/${seed.houseId}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Second line')).toBeVisible()
    await expect(page.getByRole('img', { name: /photo 1$/ })).toBeVisible()
    await page.getByRole('link', { name: 'More rentals' }).click()
    await expect(page).toHaveURL('/rentals')
  })
})

test('LISTING_ACCESS=members redirects visitors to login', async ({ page }) => {
  const server = await startServer({ RATE_LIMIT: 'off', LISTING_ACCESS: 'members' })
  try {
    const ada = await signUp(server.url, 'Ada', 'Byron')
    const photos = ['https://photos.example/1.jpg']
    const { id } = await createListing(server.url, ada, 'misc', { photos })
    const direct = await page.request.get(`${server.url}/misc/${id}`, { maxRedirects: 0 })
    expect(direct.status()).toBe(302)
    expect(direct.headers().location).toBe(`/login?next=%2Fmisc%2F${id}`)
  } finally {
    await server.stop()
  }
})

test(
  'each similar listing is fully visible when it has the focus',
  bothWidths,
  async ({ page, seed }) => {
    await openPage(page, `/rentals/${seed.houseId}`)
    await scrollToMoreListings(page)
    const cards = similar(page).getByRole('article')
    await expect(cards.nth(2)).toBeVisible()
    await cards.first().getByRole('link').first().focus()
    for (const card of await cards.all()) {
      const [title, heart] = await card.getByRole('link').all()
      await expect(title ?? card).toBeFocused()
      await expect(card).toHaveCSS('outline-style', 'solid')
      await expect(card).toBeInViewport({ ratio: 0.99 })
      await page.keyboard.press('Tab')
      await expect(heart ?? card).toBeFocused()
      await page.keyboard.press('Tab')
    }
  },
)

test.describe('more listings', bothWidths, () => {
  test('come when the reader does, and move nothing', async ({ page, seed }) => {
    const readLayoutShifts = await observeLayoutShifts(page)
    await openPage(page, `/rentals/${seed.houseId}`)
    await scrollToMoreListings(page)
    await expect(moreFromSeller(page).getByRole('article')).toHaveCount(8)
    await expect(page.getByRole('contentinfo')).toBeInViewport()
    expect(await readLayoutShifts()).toEqual([])
    await expect(moreFromSeller(page).getByRole('link', { name: /^See all \d+$/ })).toHaveAttribute(
      'href',
      /^\/students\/\d+$/,
    )
    const titles = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()
    expect(titles).not.toContain('Whole house on Albert Street')
    expect(new Set(titles).size).toBe(titles.length)
    await expect(similar(page)).toBeVisible()
    await expectAccessible(page)
  })

  test('are where they were on the way back', async ({ page, seed }) => {
    await openPage(page, `/rentals/${seed.houseId}`)
    await scrollToMoreListings(page)
    const card = similar(page).getByRole('article').first()
    await card.scrollIntoViewIfNeeded()
    const scrollPosition = await page.evaluate(() => scrollY)
    await card.getByRole('heading').click()
    await expect(page).not.toHaveURL(`/rentals/${seed.houseId}`)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL(`/rentals/${seed.houseId}`)
    await expect(card).toBeInViewport()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition)
  })
})

test.describe('the way back', () => {
  const backLink = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Back to/ })
  const cards = (page: Page) => page.getByRole('main').getByRole('article')

  test('leads to the same card of the filtered list', bothWidths, async ({ page }) => {
    await openPage(page, '/rentals?type=sublet')
    const card = cards(page).last()
    await card.scrollIntoViewIfNeeded()
    const scrollPosition = await page.evaluate(() => scrollY)
    await card.click({ position: { x: 20, y: 60 } })
    await expect(backLink(page)).toHaveText('Back to 14 results')
    await expectAccessible(page)
    // Also from a listing that is like it, and by what history keeps of it.
    await scrollToMoreListings(page)
    await similar(page).getByRole('article').first().getByRole('heading').click()
    await expect(similar(page)).toHaveCount(0)
    await expect(backLink(page)).toHaveText('Back to 14 results')
    const readLayoutShifts = await observeLayoutShifts(page)
    await page.reload()
    await expect(backLink(page)).toHaveText('Back to results')
    expect(await readLayoutShifts()).toEqual([])
    await backLink(page).click()
    await expect(page).toHaveURL('/rentals?type=sublet')
    await expect(card).toBeInViewport()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition)
    await page.goForward()
    await page.goForward()
    await expect(backLink(page)).toBeVisible()
  })

  test('is known from the referrer if the link was pressed before the code had arrived', async ({
    page,
    seed,
  }) => {
    await page.goto('/rentals?type=lease')
    await page.evaluate((path) => location.assign(path), `/rentals/${seed.houseId}`)
    await expect(backLink(page)).toHaveAttribute('href', '/rentals?type=lease')
    // Who comes from another page has the breadcrumb: the referrer is still the same.
    await page.getByRole('banner').getByRole('link', { name: 'Quad' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Desk lamp' }).first().press('Enter')
    await expect(page).toHaveURL(`/misc/${seed.lampId}`)
    await expect(backLink(page)).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Extras' }).click()
    await expect(page).toHaveURL('/misc')
  })
})

test('LISTING_ACCESS=open shows visitors the seller’s address, but not in the HTML', async ({
  page,
}) => {
  const server = await startServer({ RATE_LIMIT: 'off', LISTING_ACCESS: 'open' })
  try {
    const ada = await signUp(server.url, 'Ada', 'Byron')
    const { id } = await createListing(server.url, ada, 'misc', {
      photos: ['https://photos.example/1.svg'],
    })
    const url = `${server.url}/misc/${id}`
    expect(await (await page.request.get(url)).text()).not.toContain('@uwaterloo.ca')
    await page.goto(url)
    await expect(page.getByRole('link', { name: 'Email Seller' })).toBeVisible()
    await expect(page.getByText(/@uwaterloo\.ca/)).toBeVisible()
  } finally {
    await server.stop()
  }
})

test('a listing that responds with 401 redirects to login', async ({ page, consoleErrors }) => {
  await page.route('**/api/misc/*', (route) => route.fulfill({ status: 401, json: {} }))
  await navigateToListing(page, 'misc', 'Desk lamp')
  await expect(page).toHaveURL(/\/login\?next=%2Fmisc%2F\d+$/)
  await page.goBack()
  await expect(page).toHaveURL('/misc')
  dropConsoleErrors(consoleErrors, /401/)
})

test('the print style hides buttons and the footer', async ({ page, seed }) => {
  await page.emulateMedia({ media: 'print' })
  await openPage(page, `/rentals/${seed.houseId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of [/^Share/, 'Next photo', 'View full screen']) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expect(page.locator('footer')).toBeHidden()
})
