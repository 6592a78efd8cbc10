import type { Page } from '@playwright/test'
import { waitForHydration } from './fixtures.ts'
import { observeLayoutShifts } from './layout.ts'

/** Opens a page and waits until it is complete: every request is answered and every photo on the screen is drawn. */
export async function openSettled(page: Page, path: string) {
  const pending = new Set<object>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  const response = await page.goto(path)
  await waitForHydration(page)
  do await drawFrames(page)
  while (pending.size > 0)
  return response
}

/** Waits for two frames, because a layout shift is reported after the frame that shows it. */
const drawFrames = (page: Page) =>
  page.evaluate(async () => {
    const isOnScreen = (image: Element) => {
      const { top, right, bottom, left } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    }
    const photos = [...document.images].filter(isOnScreen)
    await Promise.all(photos.map((photo) => photo.decode().catch(() => undefined)))
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })

/** Delays the first paint until the page's state is parsed, which is its last element. */
const paintOnceParsed = '<link rel="expect" href="#state" blocking="render">'

/**
 * Records the layout shifts of documents that are painted only once they are parsed. On a busy machine the browser paints
 * half a row while it parses, and counts the arrival of the other half as a shift.
 */
export async function observeShiftsOnceParsed(page: Page) {
  await page.route(
    ({ pathname }) => !/^\/(api|assets)\//.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch({ maxRedirects: 0 })
      const html = await response.text()
      await route.fulfill({ response, body: html.replace('<head>', `<head>${paintOnceParsed}`) })
    },
  )
  return observeLayoutShifts(page)
}
