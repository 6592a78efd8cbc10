import { mkdir, rm } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startServer } from '#tests/support/start-server.ts'
import { buildWeb } from './build.ts'
import { takeMailScreenshots } from './mail-screenshots.ts'
import { openContext, takePictures, type Width, windowHeights } from './screenshots/camera.ts'
import { listPages } from './screenshots/pages.ts'
import { prepareSampleSite, type Reader, type SampleSite } from './screenshots/sample-site.ts'
import { listStates, type State } from './screenshots/states.ts'
import { createBrowserLookup } from './testing/browser-lookup.ts'
import { findBrowser } from './testing/find-browser.ts'

/** Takes screenshots of every screen, light and dark: pages at four widths, their states at two. Git ignores the folder. */
const folder = 'screenshots'
const widths = Object.keys(windowHeights).map(Number) as Width[]
const stateWidths: Width[] = [390, 1366]

/** The screenshots in the README, which are scaled down. */
const readmeImages = {
  landing: 'landing-1440-light',
  browse: 'rentals-1440-light',
  'listing-dark': 'rental-1440-dark',
  conversation: 'conversation-1440-light',
  signals: 'marked-1440-light',
}

/** Part of a name. Only screenshots with a matching name are taken: `npm run screenshots -- rental`. */
const [wanted = ''] = process.argv.slice(2)

const browserPath = await findBrowser(createBrowserLookup(), console.log)
if (!browserPath) process.exit(1)
await buildWeb({ log: (text) => process.stdout.write(text) })
const browser = await chromium.launch({
  executablePath: browserPath,
  chromiumSandbox: process.getuid?.() !== 0,
})
const server = await startServer({ DEMO: '1', RATE_LIMIT: 'off' })
const confirmingServer = await startServer({ RATE_LIMIT: 'off', VERIFY_EMAIL: 'on' })
const failures: string[] = []
try {
  if (!wanted) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const site = await prepareSampleSite(server)
  for (const width of widths) {
    for (const [reader, pages] of Object.entries(listPages(site))) {
      await takePages(site, pages, { width, reader: reader as Reader })
    }
    if (stateWidths.includes(width)) {
      for (const state of listStates(site)) await takeState(site, state, width)
    }
    console.log(`${width} px: done`)
  }
  if (!wanted) {
    await takeMailScreenshots(browser, `${folder}/mails`)
    await makeReadmeImages()
  }
  console.log(`Every screen is in ${folder}/.`)
} finally {
  await browser.close()
  await server.stop()
  await confirmingServer.stop()
}
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)

async function takePages(
  { url, sessionOf }: SampleSite,
  pages: Record<string, string>,
  { width, reader }: { width: Width; reader: Reader },
) {
  const context = await openContext(browser, width, {
    baseURL: url,
    storageState: await sessionOf(reader),
  })
  for (const [name, path] of Object.entries(pages)) {
    if (!name.includes(wanted)) continue
    // Each path gets a new browser page. A path that differs only in its fragment would not load otherwise.
    const page = await context.newPage()
    await take(`${name}-${width}`, async (file) => {
      await openPage(page, path)
      await takePictures(page, file)
    })
    await page.close()
  }
  await context.close()
}

async function takeState({ url, sessionOf }: SampleSite, state: State, width: Width) {
  const { name, path, reader = 'visitor', open, wholePage = false } = state
  if (!name.includes(wanted)) return
  // Each state gets its own context, because the browser keeps typed text as a draft.
  const context = await openContext(browser, width, {
    baseURL: state.confirmsEmail ? confirmingServer.url : url,
    javaScriptEnabled: !state.withoutScript,
    ...(!state.confirmsEmail && { storageState: await sessionOf(reader) }),
  })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  await take(`${name}-${width}`, async (file) => {
    await openPage(page, path, state)
    await open?.(page, width)
    await takePictures(page, file, { wholePage })
  })
  await context.close()
}

async function openPage(page: Page, path: string, { withoutScript = false } = {}) {
  await page.goto(path, { waitUntil: 'networkidle' })
  // Before hydration the page fetches nothing and handles no clicks.
  if (!withoutScript) await page.locator('html[data-hydrated=true]').waitFor()
}

/** Takes one screenshot. If it fails because a page has changed, continues with the next one and reports it at the end. */
async function take(name: string, picture: (file: string) => Promise<void>) {
  try {
    await picture(`${folder}/${name}`)
  } catch (error) {
    failures.push(`${name} was not reached: ${error}`)
  }
}

async function makeReadmeImages() {
  await mkdir('docs/screenshots', { recursive: true })
  for (const [name, source] of Object.entries(readmeImages)) {
    await sharp(`${folder}/${source}.png`)
      .extract({ left: 0, top: 0, width: 1440, height: 900 })
      .resize(1080)
      .webp({ quality: 72 })
      .toFile(`docs/screenshots/${name}.webp`)
  }
}
