import type { Page } from '@playwright/test'
import { expect, expectAccessible, hydrated, once, test } from './fixtures.ts'

async function openDesign(page: Page) {
  await page.goto('/design')
  await hydrated(page)
}

const focused = (page: Page) => page.locator(':focus')

test.describe(`the parts`, () => {
  // Still pictures, so that axe never measures a colour half way through a fade.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  // axe looks at every part there is: more than the usual time on a busy machine.
  test.slow()

  test('are accessible and fit the screen', async ({ page }) => {
    await openDesign(page)
    await expectAccessible(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })

  test('are accessible with a menu open and a notice up', async ({ page }) => {
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
    })
  }
})

test.describe('by keyboard', once, () => {
  test.beforeEach(({ page }) => openDesign(page))

  test('the menu opens, is walked through round both ends, and gives the focus back', async ({
    page,
  }) => {
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

  test('the menu closes when the focus or a press goes elsewhere', async ({ page }) => {
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
    test(`"${name}" holds the focus, locks the page and gives the focus back`, async ({ page }) => {
      const opener = page.getByRole('button', { name })
      const dialog = page.getByRole('dialog')
      await opener.press('Enter')
      await expect(dialog).toBeVisible()
      await expect(dialog).toHaveAccessibleName(/.+/)
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

  test('a question starts on its harmless answer', async ({ page }) => {
    await page.getByRole('button', { name: 'Ask first' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the carousel goes round and says where it is', async ({ page }) => {
    const carousel = page.getByRole('region', { name: 'Sample photos' })
    const place = carousel.locator('[aria-live]')
    const next = carousel.getByRole('button', { name: 'Next photo' })
    await next.focus()
    await expect(place).toHaveText('Photo 1 of 4')
    await page.keyboard.press('ArrowLeft')
    await expect(place).toHaveText('Photo 4 of 4')
    await expect(carousel.getByRole('img', { name: 'A tower with a clock' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(place).toHaveText('Photo 1 of 4')
    await page.keyboard.press('ArrowRight')
    await expect(place).toHaveText('Photo 2 of 4')
    await expect(carousel.getByRole('img', { name: 'A lamp beside three books' })).toBeInViewport({
      ratio: 0.9,
    })
    await carousel.getByRole('button', { name: 'Photo 3 of 4' }).press('Enter')
    await expect(place).toHaveText('Photo 3 of 4')
    await expect(carousel.locator('[aria-current]')).toHaveAccessibleName('Photo 3 of 4')
  })

  test('a swipe moves the carousel on', async ({ page }) => {
    const carousel = page.getByRole('region', { name: 'Sample photos' })
    await carousel.scrollIntoViewIfNeeded()
    await carousel
      .locator('ul')
      .first()
      .evaluate((track) => track.scrollBy(track.clientWidth, 0))
    await expect(carousel.locator('[aria-live]')).toHaveText('Photo 2 of 4')
  })

  test('the slider says its value in words', async ({ page }) => {
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

  test('a field shows its error where its help was, and nothing moves', async ({ page }) => {
    const price = page.getByLabel('Price', { exact: true })
    const below = page.getByLabel('Town')
    const place = () => below.evaluate((field) => field.getBoundingClientRect().top + scrollY)
    const before = await place()
    await expect(price).toHaveAccessibleDescription(/Press the button below/)
    await page.getByRole('button', { name: 'Show an error' }).press('Enter')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(price).toHaveAccessibleDescription('Must be a number')
    expect(await place()).toBe(before)
  })

  test('a busy button keeps its focus and cannot be pressed again', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Press once' })
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('notices', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await openDesign(page)
  })

  test('leave by themselves, but not while the focus is in one', async ({ page }) => {
    const notice = page.getByText('Saved.')
    await page.getByRole('button', { name: 'Good news' }).press('Enter')
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await page.clock.runFor(60_000)
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Good news' }).focus()
    await page.clock.runFor(10_000)
    await expect(notice).toBeHidden()
  })

  test('can be dismissed or acted upon', async ({ page }) => {
    await page.getByRole('button', { name: 'Good news' }).press('Enter')
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(page.getByText('Saved.')).toBeHidden()
    await page.getByRole('button', { name: 'Bad news' }).press('Enter')
    await page.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(page.getByText('Trying again.')).toBeVisible()
  })
})
