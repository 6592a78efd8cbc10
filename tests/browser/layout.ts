import type { Page } from '@playwright/test'

/**
 * Returns by how many pixels the document exceeds the screen. It does not use innerWidth, which grows with the content on a
 * phone.
 */
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

/**
 * Finds what a reader cannot see: elements that reach out of the screen, and words that are cut off or overlap their
 * neighbours. It leaves out what can be scrolled to, ends with an ellipsis or is for screen readers only.
 */
export function findCutOff(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  return page.evaluate((screen) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return element.checkVisibility() && (width > 2 || height > 2)
    }
    const isOutside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return (left < -1 || right > screen + 1) && !scrolls(element.parentElement)
    }
    const isWords = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()
    const isTextCut = (element: HTMLElement) => {
      const { display, overflowX, textOverflow } = getComputedStyle(element)
      if (display === 'inline' || textOverflow === 'ellipsis' || scrolls(element)) return false
      const holdsText = overflowX !== 'visible' || [...element.childNodes].some(isWords)
      return holdsText && element.innerText.trim() && element.scrollWidth > element.clientWidth + 2
    }
    const found = document.documentElement.scrollWidth > screen ? ['the page, sideways'] : []
    for (const element of document.querySelectorAll('body *:not(svg *, .site-skip-link)')) {
      if (!isShown(element)) continue
      if (!isOutside(element) && !(element instanceof HTMLElement && isTextCut(element))) continue
      const { left, right } = element.getBoundingClientRect()
      const text = element.textContent?.trim().slice(0, 40)
      found.push(`${element.localName}.${element.className} "${text}" ${left} to ${right}`)
    }
    return found
  }, width)
}

/** Returns by how many pixels the open dialog can be scrolled. Only its body should scroll. */
export const measureDialogScroll = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)

/** Sets the text size of the browser. '' restores the default. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size)

/** Records every layout shift from the first paint on. The returned function reads them. */
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
