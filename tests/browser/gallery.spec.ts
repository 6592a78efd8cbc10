import type { Page } from '@playwright/test'
import { bothWidths, dropConsoleErrors, emptyGalleryWarning, expect, openPage } from './fixtures.ts'
import { test } from './seeded-fixtures.ts'
import { observeShiftsOnceParsed, openSettled } from './settle.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const gallery = (page: Page) => page.getByRole('region', { name: 'Fresh from the community' })
const tiles = (page: Page) => gallery(page).getByRole('link')
const playState = (page: Page) =>
  page.locator('.gallery-track').evaluate((track) => getComputedStyle(track).animationPlayState)

test(
  'gallery loads without layout shifts, in the order of the server-rendered page',
  bothWidths,
  async ({ page, seed, isMobile }) => {
    const readLayoutShifts = await observeShiftsOnceParsed(page)
    const response = await openSettled(page, '/')
    expect.soft(await readLayoutShifts()).toEqual([])

    await test.step('it keeps the order of the server-rendered page', async () => {
      const html = (await response?.text()) ?? ''
      const rendered = [...html.matchAll(/class="gallery-tile"[^>]*href="([^"]+)"/g)]
      const links = await page
        .locator('.gallery-tile')
        .evaluateAll((all) => all.map((tile) => tile.getAttribute('href')))
      expect(rendered.length).toBeGreaterThan(8)
      expect(links).toEqual(rendered.map(([, href]) => href))
    })

    if (isMobile) return

    await test.step('it loops in 40 seconds, and pauses on focus, on hover and by its button', async () => {
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

    await test.step('with reduced motion it is not animated and can be scrolled', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect(page.locator('.gallery-track')).toHaveCSS('animation-name', 'none')
      await expect(page.locator('.gallery-track ul:visible')).toHaveCount(1)
      await expect(page.locator('.gallery')).toHaveCSS('overflow-x', 'auto')
      await expect(page.getByRole('button', { name: 'Pause the gallery' })).toBeHidden()
      await tiles(page).last().focus()
      await expect(tiles(page).last()).toBeInViewport()
    })

    await test.step('it has photos of every category, at most eight of each', async () => {
      await expect(tiles(page)).toHaveCount(8 + 1 + 2)
      await expect(tiles(page).filter({ hasText: 'Rental' })).toHaveCount(8)
      const textbook = tiles(page).filter({ hasText: 'Textbook' })
      await expect(textbook).toHaveAttribute('href', `/textbooks/${seed.textbookId}`)
      // One of the eight tiles may show the house.
      const rooms = tiles(page).filter({ hasText: 'Rental' }).filter({ hasText: '/room' })
      await expect(rooms.first()).toContainText(/\$\d+ \/room per month/)
      await textbook.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/textbooks/${seed.textbookId}`)
    })
  },
)

/** Navigates in the browser, so that the page loads its data there. */
async function navigateToLandingPage(page: Page) {
  await openPage(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Quad' }).click()
}

test('gallery leaves out a category that fails, keeps its height while loading, and warns without photos', async ({
  page,
  consoleErrors,
}) => {
  await test.step('one category is slow and one fails', async () => {
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
    const before = await gallery(page).boundingBox()
    held.resolve()
    await expect(tiles(page)).toHaveCount(1 + 2)
    expect((await gallery(page).boundingBox())?.height).toBe(before?.height)
    dropConsoleErrors(consoleErrors, /500/)
  })

  await test.step('no listing has a photo', async () => {
    const warning = page.waitForEvent(
      'console',
      (message) => message.text() === emptyGalleryWarning,
    )
    await page.route('**/api/*?limit=24&order=new', (route) =>
      route.fulfill({ json: { results: [] } }),
    )
    await navigateToLandingPage(page)
    expect((await warning).type()).toBe('warning')
    await expect(gallery(page).getByRole('link', { name: 'Be the first to post' })).toHaveAttribute(
      'href',
      '/sell',
    )
    await expect(gallery(page).locator('.skeleton')).toHaveCount(0)
  })
})
