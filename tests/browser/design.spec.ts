import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { test as base, bothWidths, expect, openPage } from './fixtures.ts'
import { measureDialogScroll, measureOverflow } from './layout.ts'

const designServer = resolve(import.meta.dirname, '../support/design-server.ts')

/** The production build has no design page. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({}, designServer)
      await use(server)
      await server.stop()
    },
    // The first start builds the pages.
    { scope: 'worker', timeout: 180_000 },
  ],
})

// In one worker, so that only one server is started.
test.describe.configure({ mode: 'default' })

const openDesign = (page: Page) => openPage(page, '/design')

const focused = (page: Page) => page.locator(':focus')

test.describe('components', bothWidths, () => {
  // Otherwise axe measures colours in the middle of a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  // axe checks every component there is.
  test.slow()

  test('are accessible and fit the screen', async ({ page }) => {
    await openDesign(page)
    await expectAccessible(page)
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  })

  test('are accessible with an open menu and a toast', async ({ page }) => {
    await openDesign(page)
    await page.getByRole('button', { name: 'Bad news' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('try again')
    await page.getByRole('button', { name: 'Places' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Library' })).toBeVisible()
    await expectAccessible(page)
  })

  for (const name of ['Open dialog', 'Ask first', 'Open sheet']) {
    test(`are accessible after "${name}"`, async ({ page }) => {
      await openDesign(page)
      await page.getByRole('button', { name }).press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      expect(await measureDialogScroll(page)).toBe(0)
    })
  }
})

test.describe('by keyboard', () => {
  test.beforeEach(({ page }) => openDesign(page))

  test('the menu opens, wraps at both ends and restores the focus', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Places' })
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(focused(page)).toHaveText('Library')
    await page.keyboard.press('ArrowUp')
    await expect(focused(page)).toHaveText('Old gym')
    await page.keyboard.press('Home')
    await expect(focused(page)).toHaveText('Library')
    await page.keyboard.press('End')
    await expect(focused(page)).toHaveText('Old gym')
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(page.getByRole('link', { name: 'Library' })).toBeHidden()
  })

  test('the menu closes on focus or click elsewhere', async ({ page }) => {
    // While the list still moves, a click is aimed at where it was, and scrolls the page to try again.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const button = page.getByRole('button', { name: 'Places' })
    const library = page.getByRole('link', { name: 'Library' })
    await button.press('Enter')
    await expect(library).toBeVisible()
    await page.getByRole('button', { name: 'Good news' }).focus()
    await expect(library).toBeHidden()
    await button.click()
    await expect(library).toBeVisible()
    await page.getByRole('heading', { name: 'What opens' }).click()
    await expect(library).toBeHidden()
    await button.click()
    await library.click()
    await expect(library).toBeHidden()
  })

  for (const name of ['Open dialog', 'Open sheet']) {
    test(`"${name}" traps the focus, locks scrolling and restores the focus`, async ({ page }) => {
      const opener = page.getByRole('button', { name })
      const dialog = page.getByRole('dialog')
      await opener.press('Enter')
      await expect(dialog).toBeVisible()
      await expect(dialog).toHaveAccessibleName(/.+/)
      // With 0 the body has no height in WebKit.
      await expect(dialog.locator('.modal-body')).toHaveCSS('flex-basis', 'auto')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
      await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')

      await opener.press('Enter')
      await dialog.getByRole('button', { name: 'Close' }).press('Enter')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()

      await opener.press('Enter')
      await expect(dialog).toBeVisible()
      await page.mouse.click(8, 8)
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    })
  }

  test('a confirmation starts on Cancel', async ({ page }) => {
    await page.getByRole('button', { name: 'Ask first' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the carousel wraps and announces its position', async ({ page }) => {
    const carousel = page.getByRole('region', { name: 'Sample photos' })
    const position = carousel.locator('[aria-live]')
    const next = carousel.getByRole('button', { name: 'Next photo' })
    await next.focus()
    await expect(position).toHaveText('Photo 1 of 4')
    await page.keyboard.press('ArrowLeft')
    await expect(position).toHaveText('Photo 4 of 4')
    await expect(carousel.getByRole('img', { name: 'A tower with a clock' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(position).toHaveText('Photo 1 of 4')
    await page.keyboard.press('ArrowRight')
    await expect(position).toHaveText('Photo 2 of 4')
    await expect(carousel.getByRole('img', { name: 'A lamp beside three books' })).toBeInViewport({
      ratio: 0.9,
    })
    await carousel.getByRole('button', { name: 'Photo 3 of 4' }).press('Enter')
    await expect(position).toHaveText('Photo 3 of 4')
    await expect(carousel.locator('[aria-current]')).toHaveAccessibleName('Photo 3 of 4')
  })

  test('scrolling the track changes the position of the carousel', async ({ page }) => {
    const carousel = page.getByRole('region', { name: 'Sample photos' })
    await carousel.scrollIntoViewIfNeeded()
    await carousel
      .locator('ul')
      .first()
      .evaluate((track) => track.scrollBy(track.clientWidth, 0))
    await expect(carousel.locator('[aria-live]')).toHaveText('Photo 2 of 4')
  })

  test('the slider announces its formatted value', async ({ page }) => {
    const slider = page.getByRole('slider', { name: 'Highest price' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuetext', '$1,250')
    await page.keyboard.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', '$0')
    await page.keyboard.press('End')
    await expect(slider).toHaveValue('2000')
    await expect(page.locator('output', { hasText: '$2,000' })).toBeVisible()
  })

  test('a field error replaces the help without a layout shift', async ({ page }) => {
    const price = page.getByLabel('Price', { exact: true })
    const below = page.getByLabel('Town')
    const measureTop = () => below.evaluate((field) => field.getBoundingClientRect().top + scrollY)
    const before = await measureTop()
    await expect(price).toHaveAccessibleDescription(/Press the button below/)
    await page.getByRole('button', { name: 'Show an error' }).press('Enter')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(price).toHaveAccessibleDescription('Must be a number')
    expect(await measureTop()).toBe(before)
  })

  test('a busy button keeps the focus and is aria-disabled', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Press once' })
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('toasts', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await openDesign(page)
  })

  test('disappear after a while, but not while the focus is in one', async ({ page }) => {
    const toast = page.getByText('Saved.')
    await page.getByRole('button', { name: 'Good news' }).press('Enter')
    await expect(toast).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await page.clock.runFor(60_000)
    await expect(toast).toBeVisible()
    await page.getByRole('button', { name: 'Good news' }).focus()
    await page.clock.runFor(10_000)
    await expect(toast).toBeHidden()
  })

  test('disappear on Dismiss and on their action', async ({ page }) => {
    await page.getByRole('button', { name: 'Good news' }).press('Enter')
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(page.getByText('Saved.')).toBeHidden()
    await page.getByRole('button', { name: 'Bad news' }).press('Enter')
    await page.getByRole('link', { name: 'Retry' }).press('Enter')
    await expect(page.getByText("That didn't work.")).toBeHidden()
    await expect(page).toHaveURL(/#main$/)
  })

  test('pass the focus on to the next when dismissed, and then back', async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Good news' })
    await opener.press('Enter')
    await opener.press('Enter')
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.first().press('Enter')
    await expect(dismiss).toHaveCount(1)
    await expect(dismiss).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dismiss).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
})
