import type { Page } from '@playwright/test'
import { seededUrl } from './every-screen.ts'
import { bothWidths, expect, openPage } from './fixtures.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'

const stops = 40

/**
 * Returns what is wrong with the focused element: it has no ring, or its upper half is out of view or under a bar. Returns
 * undefined after the last element and before the first, where nothing has the focus.
 */
const findFocusFaults = (page: Page) =>
  page.evaluate(async () => {
    // The browser scrolls in the next frame.
    await new Promise(requestAnimationFrame)
    const focused = document.activeElement
    if (!focused || focused === document.body) return
    // A card shows the ring of its link, and a pill shows the ring of its input.
    const hasRing = [focused, focused.parentElement, focused.closest('article, li')].some(
      (element) => element && Number.parseFloat(getComputedStyle(element).outlineWidth) >= 2,
    )
    const { left, top, width, height } = focused.getBoundingClientRect()
    const middle = Math.min(Math.max(left + width / 2, 0), innerWidth - 1)
    const isCovered = [top + 2, top + height / 2].some((y) => {
      const shown = document.elementFromPoint(middle, y)
      const bar = shown?.closest('header, [class*="bar"], .sticky')
      return !shown || (bar && !bar.contains(focused))
    })
    const name = `${focused.localName} "${focused.ariaLabel ?? focused.textContent?.trim()}"`
    return [
      ...(hasRing ? [] : [`${name} has no ring`]),
      ...(isCovered ? [`${name} is hidden`] : []),
    ]
  })

for (const path of ['/', '/rentals', '/rentals/:house', '/account', '/misc/create']) {
  test(
    `what takes the focus on ${path} is seen, forwards and backwards`,
    bothWidths,
    async ({ page, context, baseURL, seed }) => {
      await addSessionCookie(context, baseURL ?? '', seed.bob)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openPage(page, seededUrl(path, seed))
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let stop = 1; stop <= stops; stop++) {
          await page.keyboard.press(key)
          const faults = await findFocusFaults(page)
          // The way back starts again at the last element.
          if (!faults) break
          expect(faults, `stop ${stop} of ${key}`).toEqual([])
        }
      }
    },
  )
}
