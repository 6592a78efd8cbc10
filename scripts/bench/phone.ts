import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { type Student, sendMessage } from '#tests/support/seed-through-api.ts'
import { createBrowserLookup } from '../testing/browser-lookup.ts'
import { findBrowser } from '../testing/find-browser.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { median } from './median.ts'
import { startQuad } from './servers.ts'
import { signUpStudent } from './students.ts'
import { createTempFolder } from './temp-folder.ts'

/** How many times slower the processor is made. */
const allSlowdowns = [4, 6, 10]
const latencyMs = 150
const tapBarMs = 100
const frameBarMs = 50
/** The slowdown at which the bars count. */
const barSlowdown = 4

/** The figures of one measurement: milliseconds by the name of the row. */
type Figures = Record<string, number>

interface Site {
  url: string
  /** Follows the names of the rows, to tell two sites apart. */
  suffix: string
  student: Student
}

interface Scenario {
  name: string
  measure: (site: Site, open: OpenPage) => Promise<Figures>
}

interface OpenedPage {
  page: Page
  cdp: CDPSession
}

type OpenPage = (path: string, cookie?: string) => Promise<OpenedPage>

/** Measures in a browser with a slow processor and a slow network how soon the pages respond. */
export async function benchPhone(bench: BenchContext): Promise<string> {
  const { quick, only, compare, stack, log } = bench
  const executablePath = await findBrowser(createBrowserLookup(), log)
  if (!executablePath) throw new BenchError('This benchmark needs a browser.')
  const server = await startQuad(bench, { DEMO: '1', DATA_DIR: await createTempFolder(bench) })
  const sites = [
    await prepareSite(server.url, ''),
    ...(compare ? [await prepareSite(compare, ` at ${compare}`)] : []),
  ]
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-quic'],
  })
  stack.defer(() => browser.close())

  const samples = new Map<string, Map<number, number[]>>()
  const rounds = quick ? 1 : 5
  const slowdowns = quick ? [barSlowdown] : allSlowdowns
  for (let round = 1; round <= rounds; round++) {
    for (const { name, measure } of scenarios.filter(({ name }) => name.includes(only))) {
      for (const slowdown of slowdowns) {
        // The sites take turns, so that whatever else the machine does slows down both.
        for (const site of sites) {
          const figures = await measureSlowly(browser, site, slowdown, measure)
          for (const [what, ms] of Object.entries(figures)) {
            const row = `${name}: ${what}${site.suffix}`
            const bySlowdown = samples.get(row) ?? new Map<number, number[]>()
            samples.set(row, bySlowdown)
            bySlowdown.set(slowdown, [...(bySlowdown.get(slowdown) ?? []), ms])
          }
          log(`${round}/${rounds}, ${slowdown} ×, ${name}${site.suffix}: ${formatFigures(figures)}`)
        }
      }
    }
  }
  const rows = [...samples].map(([name, bySlowdown]) => [
    name,
    ...slowdowns.map((slowdown) => `${median(bySlowdown.get(slowdown) ?? []).toFixed(0)} ms`),
  ])
  return `${formatMarkdownTable(['', ...slowdowns.map((times) => `${times} × slower`)], rows)}

Medians of ${rounds} in Chromium, 390 px wide, with ${latencyMs} ms of latency. Blocked is the sum of what every long task takes beyond 50 ms, from the first paint
until the page is idle; script and all tasks are what the browser counts until then. A tap counts from the finger's touch until the frame that shows
the title and the loaded photo. Without a framework, a page of plain HTML and a few lines of script shows the same title and photo: that is what Chromium itself
needs here. The bars at ${barSlowdown} ×: ${tapBarMs} ms from a tap to title and photo, ${frameBarMs} ms for the longest gap between two frames.`
}

const formatFigures = (figures: Figures) =>
  Object.entries(figures)
    .map(([what, ms]) => `${what} ${ms.toFixed(0)}`)
    .join(', ')

/** Signs up a student with conversations. */
async function prepareSite(url: string, suffix: string): Promise<Site> {
  const student = await signUpStudent(url)
  for (const { id } of (await readRentals(url)).slice(0, 6)) {
    await sendMessage(url, student, { category: 'rental', id }, 'Is it still available?')
  }
  return { url, suffix, student }
}

async function readRentals(url: string): Promise<{ id: number; title: string }[]> {
  const response = await fetch(`${url}${apiPaths.list('rental', 'limit=24')}`)
  return ((await response.json()) as { results: { id: number; title: string }[] }).results
}

/** Runs a measurement in a browser context of its own, so that nothing is in its cache. */
async function measureSlowly(
  browser: Browser,
  site: Site,
  slowdown: number,
  measure: Scenario['measure'],
): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    baseURL: site.url,
  })
  context.setDefaultTimeout(60_000)
  await context.addInitScript(observePage)
  try {
    return await measure(site, async (path, cookie) => {
      if (cookie) {
        const [name = '', value = ''] = cookie.split('=')
        await context.addCookies([{ name, value, url: site.url }])
      }
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: latencyMs,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
      // The time of the thread itself does not depend on what else the machine does.
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.goto(path)
      await page.locator('html[data-hydrated=true]').waitFor()
      await page.evaluate(() => window.bench.waitUntilIdle())
      return { page, cdp }
    })
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    bench: ReturnType<typeof observePage>
  }
}

/** Runs in the page before its own scripts. Everything it needs is inside it. */
function observePage() {
  const longTasks: { start: number; duration: number }[] = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      longTasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })

  const gaps: number[] = []
  let lastFrame = 0
  const countFrames = (now: number) => {
    if (lastFrame) gaps.push(now - lastFrame)
    lastFrame = now
    requestAnimationFrame(countFrames)
  }

  let touchedAt = 0
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      touchedAt = timeStamp
    },
    true,
  )

  /** Returns whether a photo in the window has loaded, for pages whose photos may be further down. */
  const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0

  const bench = {
    /** Waits until no long task and no request has ended for a second. */
    async waitUntilIdle() {
      const lastActivity = () => {
        const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const task = longTasks.at(-1)
        return Math.max(
          task ? task.start + task.duration : 0,
          ...requests.map((r) => r.responseEnd),
        )
      }
      do await new Promise((resolve) => setTimeout(resolve, 250))
      while (performance.now() - lastActivity() < 1000)
    },
    blockedMs() {
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      return longTasks
        .filter(({ start, duration }) => start + duration > firstPaint)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
    },
    /** Resolves with the milliseconds from the last touch until the text and, if asked for, the photo are on the screen. */
    untilShown({ selector, text, photo }: { selector: string; text: string; photo?: string }) {
      touchedAt = 0
      return new Promise<number>((resolve) => {
        const isShown = () => {
          const shownText = document.querySelector(selector)?.textContent ?? ''
          if (!touchedAt || !shownText.includes(text)) return false
          if (!photo) return true
          const image = document.querySelector<HTMLImageElement>(photo)
          return image !== null && isLoaded(image)
        }
        const check = () => {
          if (!isShown()) return requestAnimationFrame(check)
          // The message arrives after the frame has been painted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - touchedAt)
          port2.postMessage(null)
        }
        requestAnimationFrame(check)
      })
    },
    startFrames() {
      gaps.length = 0
      if (!lastFrame) requestAnimationFrame(countFrames)
    },
    longestGap: () => Math.max(0, ...gaps),
  }
  window.bench = bench
  return bench
}

async function readMetrics(cdp: CDPSession) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const ms = (name: string) => (metrics.find((each) => each.name === name)?.value ?? 0) * 1000
  return { script: ms('ScriptDuration'), 'all tasks': ms('TaskDuration') }
}

const load = (name: string, pathOf: (site: Site) => string | Promise<string>): Scenario => ({
  name,
  async measure(site, open) {
    const { page, cdp } = await open(await pathOf(site))
    return {
      blocked: await page.evaluate(() => window.bench.blockedMs()),
      ...(await readMetrics(cdp)),
    }
  },
})

const firstListing = async ({ url }: Site) => {
  const [listing] = await readRentals(url)
  if (!listing) throw new BenchError(`${url} has no rentals.`)
  return listing
}

const browsePath = pagePaths.browse('rental')
const galleryPhoto = '.carousel-track img'

/** Starts to wait, runs the action, and returns the time that the page measured. */
async function timeUntilShown(
  page: Page,
  target: { selector: string; text: string; photo?: string },
  act: () => Promise<unknown>,
): Promise<number> {
  const shown = page.evaluate((wanted) => window.bench.untilShown(wanted), target)
  // The page has begun to wait once it has answered another call.
  await page.evaluate(() => undefined)
  await act()
  return shown
}

/** Runs in the page. Replaces the content by a copy that React does not know, and answers taps by itself. */
function replaceListOnTap() {
  const main = document.querySelector('main')
  if (!main) return
  main.innerHTML = `${main.innerHTML}`
  document.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest('.card-link')
      const photo = link?.closest('.card')?.querySelector('img')?.currentSrc
      if (!link || !photo) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const heading = document.createElement('h1')
      heading.className = 'title-2'
      heading.textContent = link.textContent
      const gallery = document.createElement('div')
      gallery.className = 'carousel-track'
      gallery.append(Object.assign(new Image(390, 260), { src: photo }))
      main.replaceChildren(heading, gallery)
      scrollTo(0, 0)
    },
    true,
  )
}

const scenarios: Scenario[] = [
  load('load landing', () => '/'),
  load('load browse', () => browsePath),
  load('load listing', async (site) => pagePaths.listing('rental', (await firstListing(site)).id)),
  {
    name: 'tap',
    async measure(site, open) {
      const { page } = await open(browsePath)
      const { id, title } = await firstListing(site)
      const link = page.locator(`.card-link[href="${pagePaths.listing('rental', id)}"]`)
      await link.scrollIntoViewIfNeeded()
      await page.evaluate(() => window.bench.waitUntilIdle())
      const listing = await timeUntilShown(
        page,
        { selector: 'h1', text: title, photo: galleryPhoto },
        () => link.tap(),
      )
      await page.evaluate(() => window.bench.waitUntilIdle())
      const back = page.locator('main').getByRole('link', { name: /^Back/ }).first()
      const list = await timeUntilShown(
        page,
        { selector: 'h1', text: 'Rentals', photo: '.card img' },
        () => back.tap(),
      )
      return { 'card to listing': listing, 'back to the list': list }
    },
  },
  {
    // The least that this browser needs on this machine: a script replaces the list by the title and the photo.
    name: 'tap without a framework',
    async measure(site, open) {
      const { page } = await open(browsePath)
      const { id, title } = await firstListing(site)
      const link = page.locator(`.card-link[href="${pagePaths.listing('rental', id)}"]`)
      await link.scrollIntoViewIfNeeded()
      await page.evaluate(replaceListOnTap)
      await page.evaluate(() => window.bench.waitUntilIdle())
      const swapped = await timeUntilShown(
        page,
        { selector: 'h1', text: title, photo: galleryPhoto },
        () => link.tap(),
      )
      return { 'card to title and photo': swapped }
    },
  },
  {
    name: 'tap a conversation',
    async measure(site, open) {
      const { page } = await open(pagePaths.messages, site.student.cookie)
      const row = page.locator('a[href^="/messages/"]').nth(1)
      const title = (await row.locator('[dir=auto]').first().textContent()) ?? ''
      const thread = await timeUntilShown(
        page,
        { selector: '.messages-layout-thread', text: title },
        () => row.tap(),
      )
      await page.evaluate(() => window.bench.waitUntilIdle())
      return { 'list to conversation': thread }
    },
  },
  {
    name: 'frames',
    async measure(_, open) {
      const { page } = await open(browsePath)
      const longestGap = async (act: () => Promise<unknown>) => {
        await page.evaluate(() => window.bench.startFrames())
        await act()
        await page.evaluate(() => window.bench.waitUntilIdle())
        return page.evaluate(() => window.bench.longestGap())
      }
      const box = page.getByRole('main').getByRole('searchbox')
      const typing = await longestGap(() =>
        box.pressSequentially('room with parking', { delay: 120 }),
      )
      await box.fill('')
      await page.evaluate(() => window.bench.waitUntilIdle())
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      const opening = await longestGap(async () => {
        await page.getByRole('button', { name: /^Filters/ }).tap()
        await sheet.getByRole('slider').waitFor()
      })
      const dragging = await longestGap(async () => {
        await drag(page, sheet.getByRole('slider'))
      })
      const choosing = await longestGap(async () => {
        for (const label of ['Furnished', 'House'])
          await sheet.getByRole('checkbox', { name: label, exact: true }).tap()
      })
      const applying = await longestGap(() =>
        sheet.getByRole('button', { name: /^APPLY FILTERS/ }).tap(),
      )
      return { typing, 'opening filters': opening, dragging, choosing, applying }
    },
  },
]

/** Drags the thumb of a slider from its right end to the middle in steps of a frame. */
async function drag(page: Page, slider: ReturnType<Page['locator']>) {
  const findBox = async () => {
    await slider.scrollIntoViewIfNeeded()
    return slider.boundingBox()
  }
  // On a slow phone, the search before may still replace the form.
  const box = (await findBox().catch(() => null)) ?? (await findBox())
  if (!box) throw new BenchError('The slider is not on the screen.')
  const y = box.y + box.height / 2
  const right = box.x + box.width - 10
  await page.mouse.move(right, y)
  await page.mouse.down()
  for (let step = 1; step <= 30; step++) {
    await page.mouse.move(right - (step * box.width) / 60, y)
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
}
