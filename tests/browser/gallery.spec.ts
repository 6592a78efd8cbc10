import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import {
  bothWidths,
  dropConsoleErrors,
  emptyGalleryWarning,
  expect,
  openPage,
  waitForHydration,
} from './fixtures.ts'
import { observeLayoutShifts } from './layout.ts'
import { test } from './seeded-fixtures.ts'

const gallery = (page: Page) => page.getByRole('region', { name: 'Fresh from the community' })
const tiles = (page: Page) => gallery(page).getByRole('link')
const playState = (page: Page) =>
  page.locator('.gallery-track').evaluate((track) => getComputedStyle(track).animationPlayState)

test('gallery shows photos of every category, at most eight of each', async ({ page, seed }) => {
  await openPage(page, '/')
  await expect(tiles(page)).toHaveCount(8 + 1 + 2)
  await expect(tiles(page).filter({ hasText: 'Rental' })).toHaveCount(8)
  await expect(tiles(page).filter({ hasText: 'Textbook' })).toHaveAttribute(
    'href',
    `/textbooks/${seed.textbookId}`,
  )
  // One of the eight may be the house.
  const rooms = tiles(page).filter({ hasText: 'Rental' }).filter({ hasText: '/room' })
  await expect(rooms.first()).toContainText(/\$\d+ \/room per month/)
  await tiles(page).filter({ hasText: 'Textbook' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/textbooks/${seed.textbookId}`)
})

test('gallery keeps the order of the server-rendered page', async ({ page }) => {
  const findLinks = (html: string) => [...html.matchAll(/class="gallery-tile"[^>]*href="([^"]+)"/g)]
  const response = await page.goto('/')
  const rendered = findLinks((await response?.text()) ?? '').map(([, href]) => href)
  await waitForHydration(page)
  const links = await page
    .locator('.gallery-tile')
    .evaluateAll((all) => all.map((tile) => tile.getAttribute('href')))
  expect(rendered.length).toBeGreaterThan(8)
  expect(links).toEqual(rendered)
})

test('gallery loops in 40 seconds, and pauses on focus, on hover and by its button', async ({
  page,
}) => {
  await openPage(page, '/')
  const track = page.locator('.gallery-track')
  await expect(track).toHaveCSS('animation-duration', '40s')
  const lists = track.locator('ul')
  await expect(lists).toHaveCount(2)
  await expect(lists.last()).toHaveAttribute('inert', '')
  await expect(lists.last()).toHaveAttribute('aria-hidden', 'true')
  expect(await playState(page)).toBe('running')
  await tiles(page).last().focus()
  expect(await playState(page)).toBe('paused')
  await expect(tiles(page).last()).toBeInViewport()
  await page.getByRole('button', { name: 'Pause the gallery' }).focus()
  expect(await playState(page)).toBe('running')
  expect(await page.locator('.gallery').evaluate((row) => row.scrollLeft)).toBe(0)
  await page.keyboard.press('Enter')
  expect(await playState(page)).toBe('paused')
  await page.getByRole('button', { name: 'Play the gallery' }).press('Enter')
  expect(await playState(page)).toBe('running')
  await page.locator('.gallery').hover()
  expect(await playState(page)).toBe('paused')
})

test.describe('gallery with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('is not animated and can be scrolled', async ({ page }) => {
    await openPage(page, '/')
    await expect(page.locator('.gallery-track')).toHaveCSS('animation-name', 'none')
    await expect(page.locator('.gallery-track ul:visible')).toHaveCount(1)
    await expect(page.locator('.gallery')).toHaveCSS('overflow-x', 'auto')
    await expect(page.getByRole('button', { name: 'Pause the gallery' })).toBeHidden()
    await tiles(page).last().focus()
    await expect(tiles(page).last()).toBeInViewport()
  })

  test('is accessible', bothWidths, async ({ page }) => {
    await openPage(page, '/')
    await expectAccessible(page)
  })
})

test('gallery loads without layout shifts', bothWidths, async ({ page }) => {
  const readLayoutShifts = await observeLayoutShifts(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await waitForHydration(page)
  expect(await readLayoutShifts()).toEqual([])
})

/** A client-side navigation, so that the page loads its data in the browser. */
async function navigateToLandingPage(page: Page) {
  await page.goto('/about')
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('link', { name: 'Quad' }).click()
}

test(
  'gallery leaves out a category that fails, and keeps its height while loading',
  bothWidths,
  async ({ page, consoleErrors }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/misc?limit=24&order=new', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.route('**/api/rentals?limit=24&order=new', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await navigateToLandingPage(page)
    await expect(gallery(page).locator('.skeleton')).toBeVisible()
    await expectAccessible(page)
    const before = await gallery(page).boundingBox()
    held.resolve()
    await expect(tiles(page)).toHaveCount(1 + 2)
    expect((await gallery(page).boundingBox())?.height).toBe(before?.height)
    dropConsoleErrors(consoleErrors, /500/)
  },
)

test('gallery without photos keeps the placeholder and logs a warning', async ({ page }) => {
  const warning = page.waitForEvent('console', (message) => message.text() === emptyGalleryWarning)
  await page.route('**/api/*?limit=24&order=new', (route) =>
    route.fulfill({ json: { results: [] } }),
  )
  await navigateToLandingPage(page)
  expect((await warning).type()).toBe('warning')
  await expect(gallery(page).locator('.skeleton')).toBeVisible()
})
