import type { Page } from '@playwright/test'
import { waitForHydration } from './fixtures.ts'

/** Opens a page and waits until it is complete: every request answered, every photo on the screen drawn. */
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

/** Two frames: a layout shift is reported after the frame that shows it. */
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
