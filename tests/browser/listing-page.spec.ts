import type { Page } from '@playwright/test'
import { at } from '../support/campus-email.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, dropConsoleErrors, expect, openPage } from './fixtures.ts'
import { measureOverflow, setTextSize } from './layout.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'
import { observeShiftsOnceParsed, openSettled } from './settle.ts'

const moreFromSeller = (page: Page) => page.getByRole('region', { name: /^More from/ })
const similar = (page: Page) => page.getByRole('region', { name: 'Similar listings' })

/** Scrolls to the end, because more listings load when the reader comes near. */
const scrollToMoreListings = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))

const carousel = (page: Page) => page.getByRole('region', { name: /^Photos of/ }).first()

test(
  'a listing loads without layout shifts, with photos and more listings for the keyboard',
  bothWidths,
  async ({ page, seed, isMobile }) => {
    const readLayoutShifts = await observeShiftsOnceParsed(page)
    await openSettled(page, `/rentals/${seed.houseId}`)
    expect.soft(await readLayoutShifts()).toEqual([])

    await test.step('more listings come when the reader does, and move nothing', async () => {
      await scrollToMoreListings(page)
      await expect(moreFromSeller(page).getByRole('article')).toHaveCount(8)
      await expect(page.getByRole('contentinfo')).toBeInViewport()
      expect.soft(await readLayoutShifts()).toEqual([])
      await expect(
        moreFromSeller(page).getByRole('link', { name: /^See all \d+$/ }),
      ).toHaveAttribute('href', /^\/students\/\d+$/)
      const headings = page.getByRole('main').getByRole('heading', { level: 3 })
      const titles = await headings.allTextContents()
      expect(titles).not.toContain('Whole house on Albert Street')
      expect(new Set(titles).size).toBe(titles.length)
      await expect(similar(page)).toBeVisible()
      if (!isMobile) await expectAccessible(page)
    })

    await test.step('each similar listing is fully visible when it has the focus', async () => {
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
    })

    await test.step('more listings are where they were on the way back', async () => {
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

    await test.step('photos can be browsed by keyboard, also in full screen', async () => {
      const position = carousel(page).locator('[aria-live]')
      await carousel(page).getByRole('button', { name: 'Previous photo' }).press('Enter')
      await expect(position).toHaveText('Photo 4 of 4')
      await page.keyboard.press('ArrowRight')
      await expect(position).toHaveText('Photo 1 of 4')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect(position).toHaveText('Photo 3 of 4')
      const enlarge = carousel(page).getByRole('button', { name: 'View full screen' })
      await enlarge.press('Enter')
      const viewer = page.getByRole('dialog', { name: 'Whole house on Albert Street' })
      await expect(viewer.locator('.sr-only[aria-live]')).toHaveText('Photo 3 of 4')
      await expect(viewer.getByRole('img', { name: /photo 3$/ })).toBeInViewport({ ratio: 0.9 })
      await page.keyboard.press('ArrowRight')
      await expect(viewer.locator('.sr-only[aria-live]')).toHaveText('Photo 4 of 4')
      const photo = viewer.getByRole('img', { name: /photo 4$/ })
      const widthOnScreen = () => photo.evaluate(({ clientWidth }) => clientWidth / innerWidth)
      await photo.dblclick()
      await expect.poll(widthOnScreen).toBeGreaterThan(2)
      await photo.dblclick()
      await expect.poll(widthOnScreen).toBeLessThanOrEqual(1)
      const zoom = viewer.getByRole('button', { name: 'Zoom in' })
      await zoom.press('Enter')
      await expect(zoom).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(widthOnScreen).toBeGreaterThan(2)
      const left = () => photo.evaluate((image) => image.getBoundingClientRect().x)
      const leftBefore = await left()
      await viewer.getByRole('list').first().press('ArrowRight')
      await expect.poll(left).toBeLessThan(leftBefore)
      await viewer.getByRole('button', { name: 'Previous photo' }).click()
      await expect(zoom).toHaveAttribute('aria-pressed', 'false')
      await viewer.getByRole('button', { name: 'Next photo' }).click()
      await expect.poll(widthOnScreen).toBeLessThanOrEqual(1)
      if (!isMobile) {
        await viewer.getByRole('button', { name: 'Photo 2 of 4' }).dblclick()
        await expect(viewer.locator('.sr-only[aria-live]')).toHaveText('Photo 2 of 4')
        await expect(zoom).toHaveAttribute('aria-pressed', 'false')
      }
      const stage = viewer.locator('.carousel-stage')
      await expect.soft(stage).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
      await expect.soft(viewer.getByRole('img').first()).toHaveCSS('background-size', 'contain')
      if (!isMobile) await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(viewer).toBeHidden()
      await expect(enlarge).toBeFocused()
      await carousel(page).getByRole('img').nth(2).click()
      await expect(viewer).toBeVisible()
    })
  },
)

test('a visitor reads a listing on any screen and on paper, and shares it', async ({
  page,
  context,
  seed,
}) => {
  const main = page.getByRole('main')
  /** Expects the main parts in view, even with a title of two lines. */
  const expectMainPartsInView = async () => {
    await page.setViewportSize({ width: 1366, height: 768 })
    const heading = page.getByRole('heading', { level: 1 })
    const { height: oneLine = 0 } = (await heading.boundingBox()) ?? {}
    const title = await heading.textContent()
    const setTitle = (text: string | null) =>
      heading.evaluate((element, textContent) => Object.assign(element, { textContent }), text)
    await setTitle(
      'A long title that needs two lines, also beside a panel that leaves it much room',
    )
    const { height: twoLines = 0 } = (await heading.boundingBox()) ?? {}
    expect(twoLines).toBe(2 * oneLine)
    const contact = page.getByRole('link', { name: 'Log in to message' })
    const price = main.locator('.listing-view-panel').getByText(/^\$\d/).first()
    for (const part of [heading, price, contact]) {
      await expect.soft(part).toBeInViewport({ ratio: 1 })
    }
    await setTitle(title)
  }

  await test.step('a rental has every field as plain text', async () => {
    await openPage(page, `/rentals/${seed.houseId}`)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Whole house on Albert Street')
    await expect(main).toContainText('$2,400 /month for the place')
    const rows = { 'House type': 'House', Utilities: 'Included', Bedrooms: '5', Kitchen: 'Yes' }
    for (const [label, value] of Object.entries(rows)) {
      const row = main.locator('dl > div', { has: page.getByText(label, { exact: true }) })
      await expect.soft(row.getByRole('definition')).toHaveText(value)
    }
    const description = main.getByText('First line.')
    await expect.soft(description).toHaveText(/Second line with <b>no<\/b> markup/)
    await expect.soft(description).toHaveCSS('white-space-collapse', 'preserve-breaks')
    await expect.soft(description.getByRole('link')).toHaveCount(0)
    await expect.soft(main).toContainText('see the place before you pay a deposit')
    await expectMainPartsInView()
    // The photo and its thumbnails fit below the header.
    const { height = 0 } = (await carousel(page).boundingBox()) ?? {}
    expect.soft(height).toBeGreaterThan(320)
    expect.soft(height).toBeLessThan(768 - 64)
    await page.setViewportSize({ width: 320, height: 800 })
    await setTextSize(page, '200%')
    expect.soft((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    await setTextSize(page, '')
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const name of [/^Share/, 'Next photo', 'View full screen']) {
      await expect.soft(page.getByRole('button', { name })).toBeHidden()
    }
    await expect.soft(page.locator('footer')).toBeHidden()
    await page.emulateMedia({ media: null })
  })

  await test.step('a textbook asks to log in to contact the seller', async () => {
    await openPage(page, `/textbooks/${seed.textbookId}`)
    const panel = page.getByRole('region', { name: 'Contact Seller' })
    await expect.soft(panel).toContainText('Ada L.')
    await expect.soft(panel).toContainText('—')
    await expect.soft(panel.getByRole('link', { name: 'Email Seller' })).toHaveCount(0)
    await expect
      .soft(panel.getByRole('link', { name: 'Log in to message' }))
      .toHaveAttribute('href', `/login?next=%2Ftextbooks%2F${seed.textbookId}%23contact`)
    await expectMainPartsInView()
  })

  await test.step('an item is shared by its link, or by Web Share', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
    await openPage(page, `/misc/${seed.lampId}`)
    await expectMainPartsInView()
    await page.getByRole('button', { name: /^Share/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await expect(dialog).toContainText('Your browser does not support the Web Share API.')
    await expect(dialog.getByLabel('Link')).toHaveValue(page.url())
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Link copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.evaluate(() => {
      const share = async (data: ShareData) => Object.assign(window, { shared: data })
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await page.getByRole('button', { name: /^Share/ }).click()
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown }).shared)
    await expect.poll(shared).toEqual({
      title: 'Desk lamp',
      text: 'Check out this listing on Quad',
      url: page.url(),
    })
    await expect(dialog).toBeHidden()
  })
})

test('a student sees the seller’s address and copies it', async ({
  page,
  context,
  baseURL,
  seed,
}) => {
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

test('a listing has a placeholder for missing photos, and an address where visitors may see it', async ({
  page,
  seed,
}) => {
  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 404 }))
  await openPage(page, `/rentals/${seed.houseId}`)
  await expect(carousel(page).locator('.carousel-stage')).toContainText('No image')
  await expect(carousel(page).getByRole('listitem').first().locator('img')).toHaveCount(0)

  await page.unroute('**/api/uploads/**')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/misc/*', async (route) => {
    await held.promise
    const response = await route.fetch()
    const listing = await response.json()
    // This is like LISTING_ACCESS=open, where visitors may ask for the contact.
    const seller = { ...listing.seller, email: null }
    await route.fulfill({ json: { ...listing, seller, photos: [], photo_info: [] } })
  })
  const contact = { name: 'Ada', email: at('ada'), messages: false, thread_id: null }
  await page.route('**/api/misc/*/contact', (route) => route.fulfill({ json: contact }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Extras' }).click()
  await page.getByRole('link', { name: 'Desk lamp', exact: true }).click()
  // The list knows the title, before the server has answered.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
  await expect(page.getByRole('main').getByText('Loading…')).toBeAttached()
  await expectAccessible(page)
  held.resolve()
  await expect(page.getByRole('main')).toContainText('No image')
  await expect(page.getByRole('link', { name: 'Email Seller' })).toBeVisible()
  await expect(page.getByText(at('ada'))).toBeVisible()
  await expectAccessible(page)
})

test('a listing that fails to load says why, or leads to login', async ({
  page,
  consoleErrors,
}) => {
  const one = '**/api/misc/*'
  const open = () => page.getByRole('link', { name: 'Desk lamp', exact: true }).click()
  const goBack = async () => {
    // A mouse that rests on the link would fetch the listing.
    await page.mouse.move(0, 0)
    await page.goBack()
    await expect(page).toHaveURL('/misc')
    await page.unroute(one)
  }
  await openPage(page, '/misc')
  await page.route(one, (route) => route.fulfill({ status: 500, json: {} }))
  await open()
  await expect(page.getByRole('alert')).toContainText('Failed to load item.')
  await goBack()
  await page.route(one, (route) => route.abort())
  await open()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch item data.')
  await goBack()
  await page.route(one, (route) => route.fulfill({ status: 401, json: {} }))
  await open()
  await expect(page).toHaveURL(/\/login\?next=%2Fmisc%2F\d+$/)
  await goBack()
  dropConsoleErrors(consoleErrors, /500|401|ERR_FAILED/)
})

test.describe('the way back', () => {
  const backLink = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Back to/ })
  const cards = (page: Page) => page.getByRole('main').getByRole('article')

  test('leads to the same card of the filtered list', async ({ page }) => {
    await openPage(page, '/rentals?type=sublet')
    const card = cards(page).last()
    await card.scrollIntoViewIfNeeded()
    const scrollPosition = await page.evaluate(() => scrollY)
    await card.click({ position: { x: 20, y: 60 } })
    await expect(backLink(page)).toHaveText('Back to 14 results')
    // The way back survives the step to a similar listing and a reload.
    const firstUrl = page.url()
    await scrollToMoreListings(page)
    await similar(page).getByRole('article').first().getByRole('heading').click()
    await expect(page).not.toHaveURL(firstUrl)
    await expect(backLink(page)).toHaveText('Back to 14 results')
    const readLayoutShifts = await observeShiftsOnceParsed(page)
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

  test('is known from the referrer if the link was pressed before JavaScript loaded', async ({
    page,
    seed,
  }) => {
    await page.goto('/rentals?type=lease')
    await page.evaluate((path) => location.assign(path), `/rentals/${seed.houseId}`)
    await expect(backLink(page)).toHaveAttribute('href', '/rentals?type=lease')
    // A reader who comes from another page gets the breadcrumb, although the referrer is still the same.
    await page.getByRole('banner').getByRole('link', { name: 'Quad' }).click()
    // The new page takes the focus. A key pressed before that would be lost.
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'Desk lamp' }).first().press('Enter')
    await expect(page).toHaveURL(`/misc/${seed.lampId}`)
    await expect(backLink(page)).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Extras' }).click()
    await expect(page).toHaveURL('/misc')
  })
})
