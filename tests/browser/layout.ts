import type { Page } from '@playwright/test'

/** By how many pixels the document exceeds the viewport. */
export function measureOverflow(page: Page) {
  return page.evaluate(() => ({
    width: document.documentElement.scrollWidth - innerWidth,
    height: document.documentElement.scrollHeight - innerHeight,
  }))
}

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
