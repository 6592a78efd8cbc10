import type { Page } from '@playwright/test'

/** By how many pixels the document exceeds the screen. Not innerWidth: on a phone it grows with the content. */
export function measureOverflow(page: Page) {
  const screen = page.viewportSize() ?? { width: 0, height: 0 }
  return page.evaluate(
    ({ width, height }) => ({
      width: document.documentElement.scrollWidth - width,
      height: document.documentElement.scrollHeight - height,
    }),
    screen,
  )
}

/** By how many pixels the open dialog could be scrolled: only its body should. */
export const measureDialogScroll = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)

/** Sets the text size of the browser; '' is its own. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size)

/** Records every layout shift from the first paint on; the returned function reads them. */
export async function observeLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const layoutShifts: number[] = []
    Object.assign(window, { layoutShifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) layoutShifts.push((entry as LayoutShift).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as WithLayoutShifts).layoutShifts)
}

interface LayoutShift extends PerformanceEntry {
  value: number
}

interface WithLayoutShifts {
  layoutShifts: number[]
}
