import AxeBuilder from '@axe-core/playwright'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { type RunningServer, startServer } from '../support/running-server.ts'

interface TestFixtures {
  /** Console errors, hydration warnings and uncaught exceptions; a test fails when any is left. */
  complaints: string[]
}

interface WorkerFixtures {
  server: RunningServer
}

export { expect }

/** What the landing page warns of while nothing is listed; a server of a test starts that way. */
export const emptyGallery = 'No listing has a photo to show'

/** Each worker has the built server to itself, as a student's browser would meet it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ RATE_LIMIT: 'off' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // A page that is meant to answer 404 makes the browser complain about the page itself.
        const ofThePage = message.location().url === page.url()
        const isNews = !ofThePage && !isRefusedCall(message) && message.text() !== emptyGallery
        if (['error', 'warning'].includes(message.type()) && isNews) {
          complaints.push(message.text())
        }
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** A call the server refuses is an answer like any other, though the browser logs it. */
function isRefusedCall(message: ConsoleMessage) {
  const ofTheApi = URL.parse(message.location().url)?.pathname.startsWith('/api/')
  return ofTheApi && /^Failed to load resource: .* status of 4\d\d\b/.test(message.text())
}

/** For tests in which the width plays no part: they run on the desktop only. */
export const once = { tag: '@once' }

/** What a colour scheme can make right or wrong. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Nothing that keeps anyone from using the page, by all of axe's rules, in light and in dark. */
export async function expectAccessible(page: Page) {
  const found = await violations(new AxeBuilder({ page }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(() => {
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition)
    return Promise.allSettled(fading.map(({ finished }) => finished))
  })
  const inDark = await violations(new AxeBuilder({ page }).withRules(rulesOfColour))
  await page.emulateMedia({ colorScheme: 'light' })
  expect([...found, ...inDark.map((each) => `in dark: ${each}`)]).toEqual([])
}

async function violations(axe: AxeBuilder) {
  const result = await axe.analyze()
  return result.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  )
}

/** True once React has taken over, so that what a test presses is heard. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
}
