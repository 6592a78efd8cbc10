import type { Page } from '@playwright/test'
import { emptyGallery, expect, expectAccessible, test as freshTest, hydrated } from './fixtures.ts'
import { forgive, test, watchShifts } from './market.ts'

async function open(page: Page) {
  await page.goto('/')
  await hydrated(page)
}

const gallery = (page: Page) => page.getByRole('region', { name: 'Fresh from the community' })
const tiles = (page: Page) => gallery(page).getByRole('link')
const state = (page: Page) =>
  page.locator('.gallery-track').evaluate((track) => getComputedStyle(track).animationPlayState)

test('shows photos of every category, eight of one at most', async ({ page, market }) => {
  await open(page)
  await expect(tiles(page)).toHaveCount(8 + 1 + 2)
  await expect(tiles(page).filter({ hasText: 'Rental' })).toHaveCount(8)
  await expect(tiles(page).filter({ hasText: 'Textbook' })).toHaveAttribute(
    'href',
    `/textbooks/${market.textbook}`,
  )
  await tiles(page).filter({ hasText: 'Textbook' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/textbooks/${market.textbook}`)
})

test('has its whole order from the server', async ({ page }) => {
  const inOrder = (html: string) => [...html.matchAll(/class="gallery-tile"[^>]*href="([^"]+)"/g)]
  const answer = await page.goto('/')
  const sent = inOrder((await answer?.text()) ?? '').map(([, href]) => href)
  await hydrated(page)
  const links = await page
    .locator('.gallery-tile')
    .evaluateAll((all) => all.map((tile) => tile.getAttribute('href')))
  expect(sent.length).toBeGreaterThan(8)
  expect(links).toEqual(sent)
})

test('moves in a loop of 40 seconds, and stops for whoever looks closer', async ({ page }) => {
  await open(page)
  const track = page.locator('.gallery-track')
  await expect(track).toHaveCSS('animation-duration', '40s')
  const lists = track.locator('ul')
  await expect(lists).toHaveCount(2)
  await expect(lists.last()).toHaveAttribute('inert', '')
  await expect(lists.last()).toHaveAttribute('aria-hidden', 'true')
  expect(await state(page)).toBe('running')
  await tiles(page).last().focus()
  expect(await state(page)).toBe('paused')
  await expect(tiles(page).last()).toBeInViewport()
  await page.getByRole('button', { name: 'Pause the gallery' }).focus()
  expect(await state(page)).toBe('running')
  expect(await page.locator('.gallery').evaluate((row) => row.scrollLeft)).toBe(0)
  await page.keyboard.press('Enter')
  expect(await state(page)).toBe('paused')
  await page.getByRole('button', { name: 'Play the gallery' }).press('Enter')
  expect(await state(page)).toBe('running')
  await page.locator('.gallery').hover()
  expect(await state(page)).toBe('paused')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('stands still and is moved by hand', async ({ page }) => {
    await open(page)
    await expect(page.locator('.gallery-track')).toHaveCSS('animation-name', 'none')
    await expect(page.locator('.gallery-track ul:visible')).toHaveCount(1)
    await expect(page.locator('.gallery')).toHaveCSS('overflow-x', 'auto')
    await expect(page.getByRole('button', { name: 'Pause the gallery' })).toBeHidden()
    await tiles(page).last().focus()
    await expect(tiles(page).last()).toBeInViewport()
  })

  test('is accessible', async ({ page }) => {
    await open(page)
    await expectAccessible(page)
  })
})

test('does not shift', async ({ page }) => {
  const shifts = await watchShifts(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await hydrated(page)
  expect(await shifts()).toEqual([])
})

async function arrive(page: Page) {
  await page.goto('/about')
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Quad' }).click()
}

test('does without a category that fails, and keeps its place while loading', async ({
  page,
  complaints,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/misc?limit=24&order=new', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.route('**/api/rentals?limit=24&order=new', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await arrive(page)
  await expect(gallery(page).locator('.skeleton')).toBeVisible()
  await expectAccessible(page)
  const before = await gallery(page).boundingBox()
  held.resolve()
  await expect(tiles(page)).toHaveCount(1 + 2)
  expect((await gallery(page).boundingBox())?.height).toBe(before?.height)
  forgive(complaints, /500/)
})

test('reads every shape of a list', async ({ page }) => {
  const shapes = {
    rentals: [{ slug: 'old-house', name: 'Old house', photos: '/a.png,/b.png' }],
    textbooks: { results: [{ id: 7, book_title: 'Algebra', images: [{ src: '/c.png' }] }] },
    misc: [{ id: 9, title: 'No photo' }],
  }
  for (const [path, json] of Object.entries(shapes)) {
    await page.route(`**/api/${path}?limit=24&order=new`, (route) => route.fulfill({ json }))
  }
  const pixel = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
  await page.route(/\.png$/, (route) => route.fulfill({ body: pixel, contentType: 'image/gif' }))
  await arrive(page)
  await expect(tiles(page)).toHaveCount(2)
  await expect(gallery(page).getByRole('link', { name: 'Old house' })).toHaveAttribute(
    'href',
    '/rentals/old-house',
  )
  await expect(gallery(page).getByRole('link', { name: 'Algebra' })).toHaveAttribute(
    'href',
    '/textbooks/7',
  )
})

freshTest('an empty board keeps the placeholder and warns in the console', async ({ page }) => {
  const warning = page.waitForEvent('console', (message) => message.text() === emptyGallery)
  await page.route('**/api/*?limit=24&order=new', (route) => route.fulfill({ json: [] }))
  await arrive(page)
  expect((await warning).type()).toBe('warning')
  await expect(gallery(page).locator('.skeleton')).toBeVisible()
})
