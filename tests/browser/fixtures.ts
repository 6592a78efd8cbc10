import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { shiftDate } from '../support/test-clock.ts'
import { readServers, type Servers } from './servers.ts'

interface TestFixtures {
  /** Console errors, hydration warnings and uncaught exceptions. Any that is left fails the test. */
  consoleErrors: string[]
}

interface WorkerFixtures {
  server: Servers['main']
}

export { expect }

/**
 * Marks tests that depend on the width. They run at phone width; `npm run test:all` also runs them at desktop width. All
 * other tests run at desktop width.
 */
export const bothWidths = { tag: '@both-widths' }

/** The warning that the landing page logs while no listing has a photo, as on a new server. */
export const emptyGalleryWarning = 'No listing has a photo to show'

/** The warning that Playwright logs where it blocks the service worker, which is in all tests but its own. */
const blockedWorkerWarning = 'Service Worker registration blocked by Playwright'

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [async ({ browserName: _ }, use) => use(readServers().main), { scope: 'worker' }],
  browser: [
    async ({ browser }, use) => {
      const { TEST_CLOCK_OFFSET } = process.env
      if (TEST_CLOCK_OFFSET) {
        const newContext = browser.newContext.bind(browser)
        browser.newContext = async (options) => {
          const context = await newContext(options)
          await context.addInitScript(shiftDate, Number(TEST_CLOCK_OFFSET))
          return context
        }
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  consoleErrors: [
    async ({ page }, use) => {
      const consoleErrors: string[] = []
      page.on('console', (message) => {
        if (isUnexpected(message, page)) consoleErrors.push(message.text())
      })
      page.on('pageerror', (error) => consoleErrors.push(String(error)))
      await use(consoleErrors)
      expect(consoleErrors).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Returns whether a message is unexpected. Chromium logs every error status, also of pages that should be 404 and of 4xx API
 * calls.
 */
function isUnexpected(message: ConsoleMessage, page: Page) {
  if (!['error', 'warning'].includes(message.type())) return false
  const { url } = message.location()
  const isApiCall = URL.parse(url)?.pathname.startsWith('/api/')
  const isClientError = /^Failed to load resource: .* status of 4\d\d\b/.test(message.text())
  if (url === page.url() || (isApiCall && isClientError)) return false
  return ![emptyGalleryWarning, blockedWorkerWarning].includes(message.text())
}

export const failedRequest = /^Failed to load resource/

/** Removes the console errors that a test provokes, and returns their number. Any other error still fails the test. */
export function dropConsoleErrors(consoleErrors: string[], expected: RegExp): number {
  const others = consoleErrors.filter((text) => !expected.test(text))
  const dropped = consoleErrors.length - others.length
  consoleErrors.splice(0, consoleErrors.length, ...others)
  return dropped
}

export async function openPage(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

/** Simulates the reader's return from another tab. */
export const comeBackToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/**
 * Waits for hydration. Before it, React does not handle clicks and key presses. `waitForFunction` would ask at every frame:
 * the browser then draws frames while it hydrates, and a page load takes a quarter more CPU time.
 */
export async function waitForHydration(page: Page): Promise<void> {
  try {
    await page.evaluate(async () => {
      if (document.documentElement.dataset.hydrated) return
      await new Promise((resolve) => document.addEventListener('hydrated', resolve, { once: true }))
    })
  } catch (error) {
    // Another document has taken the place of this one.
    if (!String(error).includes('context was destroyed')) throw error
    await waitForHydration(page)
  }
}
