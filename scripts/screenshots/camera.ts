import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** The screen widths, with the height of the window at each. */
export const windowHeights = { 320: 640, 390: 844, 1366: 768, 1440: 900 }

export type Width = keyof typeof windowHeights

const schemes = ['light', 'dark'] as const

export const isPhone = (width: number) => width < 600

export function openContext(
  browser: Browser,
  width: Width,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width, height: windowHeights[width] },
    isMobile: isPhone(width),
    hasTouch: isPhone(width),
    reducedMotion: 'reduce',
    ...options,
  })
}

/** Takes a light and a dark picture of the page, which is loaded only once. */
export async function takePictures(page: Page, path: string, { wholePage = true } = {}) {
  if (wholePage) await readToTheEnd(page)
  const isGrown = wholePage && (await growWindow(page))
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await loadPhotos(page)
    if (wholePage) await releaseBars(page)
    await page.screenshot({
      path: `${path}-${colorScheme}.png`,
      fullPage: wholePage && !isGrown,
      animations: 'disabled',
      caret: 'hide',
    })
  }
}

/** Elements that stand for content fetched when the reader comes near: rows of listings, and the link to more results. */
const partsToCome = 'main .min-h-svh, main a[href*="cursor="], main .skeleton'

async function readToTheEnd(page: Page) {
  // Without JavaScript the page fetches nothing more.
  if ((await page.locator('html[data-hydrated=true]').count()) === 0) return
  await waitUntil('every part has come', () =>
    page.evaluate((parts) => {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      return document.querySelector(parts) === null
    }, partsToCome),
  )
}

/** Loads all photos, including those further down that a browser would load when the reader comes near. */
async function loadPhotos(page: Page) {
  await waitUntil('every photo is loaded', () =>
    page.evaluate(() => {
      for (const image of document.images) {
        Object.assign(image, { loading: 'eager', decoding: 'sync' })
      }
      return [...document.images].every(({ complete }) => complete)
    }),
  )
}

/** Polls from this process, because in a page without JavaScript no promise ever settles. */
async function waitUntil(what: string, isSo: () => Promise<boolean>) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(50)) {
    if (await isSo()) return
  }
  throw new Error(`Waited 30 seconds in vain until ${what}`)
}

/**
 * Makes the window as high as the page where a `fullPage` picture does not work: where main scrolls instead of the page, and
 * on a phone, which Chromium would treat as a laptop (`pointer: fine`).
 */
async function growWindow(page: Page): Promise<boolean> {
  const { width = Number.POSITIVE_INFINITY } = page.viewportSize() ?? {}
  const { height, hidden } = await page.evaluate(() => {
    const main = document.querySelector('main:has([data-fill-screen])')
    return {
      height: document.documentElement.scrollHeight,
      hidden: main ? main.scrollHeight - main.clientHeight : 0,
    }
  })
  if (!isPhone(width) && hidden === 0) return false
  await page.setViewportSize({ width, height: height + hidden })
  return true
}

/** Releases bars at the edge of the window. In a picture of the whole page they would hide something in the middle. */
function releaseBars(page: Page) {
  return page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { position, bottom } = getComputedStyle(element)
      if (position === 'sticky' && bottom !== 'auto') element.style.position = 'static'
    }
  })
}
