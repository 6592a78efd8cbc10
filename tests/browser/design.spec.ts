import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { test as base, expect, openPage } from './fixtures.ts'
import { measureDialogScroll, measureOverflow } from './layout.ts'

const designServer = resolve(import.meta.dirname, '../support/design-server.ts')

/** Uses the test build, because the production build has no design page. */
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

// The tests run in one worker, so that only one server is started.
test.describe.configure({ mode: 'default' })

const openDesign = (page: Page) => openPage(page, '/design')

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const focused = (page: Page) => page.locator(':focus')

async function expectAccessibleInBothSchemes(page: Page, part?: Locator) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, part)
  }
}

test.describe('by sight and for screen readers', () => {
  // Without this, axe measures colours in the middle of a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('all components are accessible and fit the screen, closed and open', async ({ page }) => {
    // axe checks all components, which takes long.
    test.slow()
    await openDesign(page)
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size)
      expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    }

    await test.step('with an error, a busy button and toasts', async () => {
      for (const name of ['Show an error', 'Press once', 'Good news', 'Bad news']) {
        await page.getByRole('button', { name }).press('Enter')
      }
      const toasts = page.getByRole('region', { name: 'Notifications' })
      await expect(toasts).toContainText('Saved.')
      await expect(toasts).toContainText('try again')
      const text = await toasts.getByText(/try again/).boundingBox()
      const action = await toasts.getByRole('link', { name: 'Retry' }).boundingBox()
      // A text that needs the width has its action below it.
      expect(action?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
      expect(text?.width).toBeGreaterThan(250)
      await page.getByRole('button', { name: 'Dismiss' }).first().focus()
      // At the end of the page the toasts cover only the footer.
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await expectAccessibleInBothSchemes(page)
    })

    await test.step('an open menu', async () => {
      await page.getByRole('button', { name: 'Places' }).press('Enter')
      await expect(page.getByRole('link', { name: 'Library' })).toBeVisible()
      await expectAccessibleInBothSchemes(page, page.locator('.menu', { hasText: 'Places' }))
      await page.keyboard.press('Escape')
    })

    for (const name of ['Open dialog', 'Ask first', 'Open sheet']) {
      await test.step(name, async () => {
        await page.getByRole('button', { name }).press('Enter')
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessibleInBothSchemes(page, page.getByRole('dialog'))
        for (const size of [phone, desktop]) {
          await page.setViewportSize(size)
          expect(await measureDialogScroll(page)).toBe(0)
        }
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      })
    }
  })
})

test('a menu opens below its button without anchor positioning', async ({ page }) => {
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await openDesign(page)
  const button = page.getByRole('button', { name: 'Places' })
  await page
    .locator('.menu', { hasText: 'Places' })
    .locator('.menu-list')
    .evaluate((list) => list.style.setProperty('position-area', 'none'))
  await button.click()
  const list = page.locator('.menu-list:popover-open')
  await expect
    .poll(async () => {
      const [above, below] = [await button.boundingBox(), await list.boundingBox()]
      if (!above || !below) return undefined
      const gap = below.y - (above.y + above.height)
      return gap >= 0 && gap < 12 && Math.abs(below.x + below.width - above.x - above.width) < 2
    })
    .toBe(true)
})

test('by keyboard: menus, dialogs and sheets open, keep the focus within and give it back', async ({
  page,
}) => {
  await openDesign(page)

  await test.step('the menu opens, wraps at both ends and restores the focus', async () => {
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

  for (const name of ['Open dialog', 'Open sheet']) {
    await test.step(`"${name}" traps the focus, locks scrolling and restores the focus`, async () => {
      const opener = page.getByRole('button', { name })
      const dialog = page.getByRole('dialog')
      await opener.press('Enter')
      await expect(dialog).toBeVisible()
      await expect(dialog).toHaveAccessibleName(/.+/)
      // With a flex-basis of 0 the body has no height in WebKit.
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

  await test.step('a confirmation starts on Cancel', async () => {
    await page.getByRole('button', { name: 'Ask first' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the menu closes on focus or click elsewhere', async () => {
    // While the list moves, a click misses it and scrolls the page to try again.
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
})

test('by keyboard: carousel, slider, field and button say what has changed', async ({ page }) => {
  await openDesign(page)
  const carousel = page.getByRole('region', { name: 'Sample photos' })
  const position = carousel.locator('[aria-live]')

  await test.step('scrolling the track changes the position of the carousel', async () => {
    await carousel.scrollIntoViewIfNeeded()
    const track = carousel.locator('ul').first()
    await track.evaluate((element) => element.scrollBy(element.clientWidth, 0))
    await expect(position).toHaveText('Photo 2 of 4')
    await track.evaluate((element) => element.scrollBy(-element.clientWidth, 0))
    await expect(position).toHaveText('Photo 1 of 4')
  })

  await test.step('the carousel wraps and announces its position', async () => {
    const next = carousel.getByRole('button', { name: 'Next photo' })
    await next.focus()
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

  await test.step('the slider announces its formatted value', async () => {
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

  await test.step('a field error replaces the help without a layout shift', async () => {
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

  await test.step('a busy button keeps the focus and is aria-disabled', async () => {
    const button = page.getByRole('button', { name: 'Press once' })
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
  })
})

test('toasts disappear after a while or when dismissed, and pass the focus on', async ({
  page,
}) => {
  await page.clock.install()
  await openDesign(page)
  const goodNews = page.getByRole('button', { name: 'Good news' })
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  const saved = page.getByText('Saved.')

  await test.step('after a while, but not while the focus is in one', async () => {
    await goodNews.press('Enter')
    await expect(saved).toBeVisible()
    await dismiss.focus()
    await page.clock.runFor(60_000)
    await expect(saved).toBeVisible()
    await goodNews.focus()
    await page.clock.runFor(10_000)
    await expect(saved).toBeHidden()
  })

  await test.step('on Dismiss and on their action', async () => {
    await goodNews.press('Enter')
    await dismiss.press('Enter')
    await expect(saved).toBeHidden()
    await page.getByRole('button', { name: 'Bad news' }).press('Enter')
    await page.getByRole('link', { name: 'Retry' }).press('Enter')
    await expect(page.getByText("That didn't work.")).toBeHidden()
    await expect(page).toHaveURL(/#main$/)
  })

  await test.step('above an open dialog, where they can be pressed', async () => {
    const dialog = page.getByRole('dialog')
    const toast = page.getByText('Seen above the dialog.')
    await page.getByRole('button', { name: 'Open dialog' }).press('Enter')
    await dialog.getByRole('button', { name: 'Say something' }).click()
    await expect(toast).toBeVisible()
    await toast.click({ trial: true })
    // The toast stays when the dialog closes.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(toast).toBeVisible()
    await dismiss.click()
    await expect(toast).toBeHidden()
  })

  await test.step('the focus goes to the next, and then back', async () => {
    await goodNews.press('Enter')
    await goodNews.press('Enter')
    await dismiss.first().press('Enter')
    await expect(dismiss).toHaveCount(1)
    await expect(dismiss).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dismiss).toHaveCount(0)
    await expect(goodNews).toBeFocused()
  })
})
