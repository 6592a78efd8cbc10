import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { nextTerms } from '#categories/academic-terms.ts'
import { campusIsoDate } from '#contract/campus-date.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { demoPassword, demoStudents } from '#demo/students.ts'
import { createKeyedHash } from '#server/app-secret.ts'
import { createMailLinks } from '#server/mail/unsubscribe-links.ts'
import { requestResetLink } from '#tests/support/reset-link.ts'
import { startServer } from '#tests/support/start-server.ts'
import { createBrowserLookup } from './browser-lookup.ts'
import { buildWeb } from './build.ts'
import { findBrowser } from './find-browser.ts'
import { takeMailScreenshots } from './mail-screenshots.ts'

/** Screenshots of every page at four widths, light and dark, in a folder that git ignores. */
const folder = 'screenshots'
const widths = [320, 390, 1366, 1440]
const schemes = ['light', 'dark'] as const

const [nextTerm] = nextTerms(campusIsoDate(Date.now()), 1)

const visitorPages = {
  landing: '/',
  search: '/search?q=desk',
  'search-empty': '/search?q=igloo',
  sell: '/sell',
  about: '/about',
  rules: '/rules',
  privacy: '/privacy',
  rentals: '/rentals',
  'rentals-filtered': `/rentals?term=${nextTerm?.id}&furnished=1&max_price=1200`,
  'two-bedroom-sublets': '/rentals?q=2+bedroom+sublet',
  'rentals-empty': '/rentals?q=igloo',
  textbooks: '/textbooks',
  copies: '/textbooks/isbn/9781285741550',
  misc: '/misc',
  student: '/students/1',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password-expired': '/reset-password#token=x',
  'reset-password-without-token': '/reset-password',
  'unsubscribe-unknown': '/unsubscribe?token=x',
  'not-found': '/nothing/here',
}

const studentPages = {
  'landing-student': '/',
  dashboard: '/dashboard',
  account: '/account',
  messages: pagePaths.messages,
  saved: pagePaths.saved,
  'rentals-student': '/rentals',
  'add-rental': '/rentals/create',
  'add-textbook': '/textbooks/create',
  'add-misc': '/misc/create',
}

const moderatorPages = {
  moderation: pagePaths.moderation(),
  'moderation-students': pagePaths.moderatedStudents(),
  'moderation-student': pagePaths.moderatedStudent(1),
  'moderation-log': pagePaths.moderationLog(),
  'moderation-figures': pagePaths.moderationFigures,
}

/** Those in the README, scaled down. */
const readmeImages = {
  landing: 'landing-1440-light',
  browse: 'rentals-1440-light',
  'listing-dark': 'rental-1440-dark',
  conversation: 'conversation-1440-light',
}

const browserPath = await findBrowser(createBrowserLookup(), console.log)
if (!browserPath) process.exit(1)
await buildWeb({ log: (text) => process.stdout.write(text) })
const server = await startServer({ DEMO: '1', RATE_LIMIT: 'off' })
const browser = await chromium.launch({
  executablePath: browserPath,
  chromiumSandbox: process.getuid?.() !== 0,
})
try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const details = await findNewestListings()
  const conversation = await findNewestThread(demoStudents.ada)
  const unsubscribe = await findUnsubscribeLink(demoStudents.ada)
  await reportAndModerate(details.item)
  for (const scheme of schemes) {
    for (const width of widths) {
      const links = {
        'reset-password': await requestResetLink(server, demoStudents.ada.email),
        unsubscribe,
      }
      await takeScreenshots({ ...visitorPages, ...details, ...links }, { width, scheme })
      await takeScreenshots(
        { ...studentPages, conversation },
        { width, scheme, student: demoStudents.ada },
      )
      await takeScreenshots(
        { ...moderatorPages, 'moderation-listing': `/moderation${details.item}` },
        { width, scheme, student: demoStudents.mei },
      )
      console.log(`${width} px, ${scheme}: done`)
    }
  }
  await takeMailScreenshots(browser, `${folder}/mails`)
  await mkdir('docs/screenshots', { recursive: true })
  for (const [name, source] of Object.entries(readmeImages)) {
    await sharp(`${folder}/${source}.png`)
      .extract({ left: 0, top: 0, width: 1440, height: 1000 })
      .resize(1080)
      .webp({ quality: 72 })
      .toFile(`docs/screenshots/${name}.webp`)
  }
  console.log(`Every screen is in ${folder}/.`)
} finally {
  await browser.close()
  await server.stop()
}
process.exit(0)

async function findNewestListings() {
  const findNewest = async (path: string) => {
    const response = await fetch(`${server.url}/api/${path}?limit=1`)
    const { results } = (await response.json()) as { results: { id: number }[] }
    return `/${path}/${results[0]?.id}`
  }
  return {
    rental: await findNewest('rentals'),
    textbook: await findNewest('textbooks'),
    item: await findNewest('misc'),
  }
}

async function findNewestThread(student: { email: string }) {
  const context = await logIn({ baseURL: server.url }, student)
  const { results } = await (await context.request.get(apiPaths.threads())).json()
  await context.close()
  return pagePaths.thread(results[0].id)
}

/** As it is in a mail about one saved search. */
async function findUnsubscribeLink(student: { email: string }) {
  const context = await logIn({ baseURL: server.url }, student)
  const { results } = await (await context.request.get(apiPaths.savedSearches)).json()
  await context.close()
  const db = new DatabaseSync(join(server.dataDir, 'quad.db'), { timeout: 5000 })
  const secret = String(db.prepare("SELECT value FROM secrets WHERE name = 'app'").get()?.value)
  const { id } = results[0]
  const row = db.prepare('SELECT created_at FROM saved_searches WHERE id = ?').get(id)
  db.close()
  const links = createMailLinks('', createKeyedHash(secret))
  return links.unsubscribeUrl({ kind: 'search', id, createdAt: Number(row?.created_at) })
}

interface ScreenshotOptions {
  width: number
  scheme: (typeof schemes)[number]
  /** Without one, for visitors. */
  student?: { email: string }
}

/** Two students report a listing, and a third is a moderator. */
async function reportAndModerate(path: string) {
  for (const student of [demoStudents.liam, demoStudents.farah]) {
    const context = await logIn({ baseURL: server.url }, student)
    const data = { reason: 'scam', note: 'Wants a deposit by gift card before I can see it.' }
    await context.request.post(`/api${path}/report`, { data })
    await context.close()
  }
  const env = { ...process.env, DATA_DIR: server.dataDir }
  const role = ['scripts/role.ts', demoStudents.mei.email, 'admin']
  await promisify(execFile)(process.execPath, role, { env })
}

async function logIn(options: BrowserContextOptions, student?: { email: string }) {
  const context = await browser.newContext(options)
  if (student) {
    const data = { email: student.email, password: demoPassword }
    await context.request.post('/api/auth/login', { data })
  }
  return context
}

async function takeScreenshots(
  pages: Record<string, string>,
  { width, scheme, student }: ScreenshotOptions,
) {
  const options: BrowserContextOptions = {
    baseURL: server.url,
    viewport: { width, height: 1000 },
    isMobile: width < 600,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  }
  const context = await logIn(options, student)
  const page = await context.newPage()
  const shoot = (name: string, fullPage = true) =>
    page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage })
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await shoot(name)
  }
  if (!student) {
    await openFilters(page)
    await shoot('rentals-filters-open', false)
  }
  await context.close()
}

async function openFilters(page: Page) {
  await page.goto('/rentals', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.waitForLoadState('networkidle')
}
