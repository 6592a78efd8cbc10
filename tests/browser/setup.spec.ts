import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { findFreePort } from '../support/free-port.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { quickServer, type RunningServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { field, fillFields } from './account-forms.ts'
import {
  test as base,
  bothWidths,
  dropConsoleErrors,
  expect,
  waitForHydration,
} from './fixtures.ts'
import { findCutOff, measureOverflow } from './layout.ts'
import { imageFile } from './listings.ts'

interface NewSite {
  server: RunningServer
  /** What the file in the data folder says. */
  link: string
  /** Returns the code of the newest email to an address. */
  readCode: (email: string) => Promise<string>
}

/** Starts a site that is neither a try-out nor set up, and a mail server. */
const test = base.extend<{ startSite: (settings?: Record<string, string>) => Promise<NewSite> }>({
  startSite: async ({ page }, use) => {
    const stops: (() => Promise<unknown>)[] = []
    await use(async (settings = {}) => {
      const codes = new Map<string, string>()
      const mail = await startSmtpServer(({ to, message }) => {
        const code = /^(\d{6})\r?$/m.exec(message)?.[1]
        if (code) codes.set(to, code)
      })
      const port = String(await findFreePort())
      const server = await startServer(
        {
          NODE_ENV: 'production',
          PORT: port,
          APP_URL: `http://localhost:${port}`,
          SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
          CAMPUS_FILE: '',
          ...settings,
        },
        quickServer,
        { isNew: true },
      )
      stops.push(server.stop, mail.stop)
      const path = join(server.dataDir, 'setup-link.txt')
      expect(server.output()).toContain(`Open the link in this file: ${path}`)
      const link = (await readFile(path, 'utf8')).trim()
      expect(server.output()).not.toContain(link.split('token=')[1])
      const readCode = async (email: string) => {
        await expect.poll(() => codes.get(email)).toBeDefined()
        return codes.get(email) ?? ''
      }
      return { server, link, readCode }
    })
    // A page that still loads something would log errors once its site is gone.
    await page.goto('about:blank')
    for (const stop of stops) await stop()
  },
})

/** Waits for a step, and checks that nobody is kept from using it. */
async function expectStep(page: Page, step: string, progress: string) {
  await expect(page).toHaveURL(new RegExp(`/setup/${step}$`))
  await expect(page.getByRole('navigation', { name: 'Steps' })).toContainText(progress)
  await expectAccessible(page)
  expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  expect(await findCutOff(page)).toEqual([])
}

async function openLink(page: Page, link: string) {
  await page.goto(link)
  await waitForHydration(page)
  await expect(page).toHaveURL(/\/setup\/\w+$/)
}

const admin = {
  'First name': 'Niamh',
  'Last name': 'Byrne',
  Email: 'niamh@northshore.example',
  Password: 'correct horse 1!',
  'Confirm password': 'correct horse 1!',
}

/** Types the code into the field, which has the focus. */
async function confirmCode(page: Page, code: string) {
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused()
  await page.keyboard.type(code)
}

async function signUpAdmin(page: Page, readCode: NewSite['readCode']) {
  await fillFields(page, admin)
  await page.keyboard.press('Enter')
  await confirmCode(page, await readCode(admin.Email))
  await expect(page).toHaveURL(/\/setup\/done$/)
  await waitForHydration(page)
}

test(
  'a stranger sets up a campus of their own, up to its first listing',
  bothWidths,
  async ({ page, browser, startSite, consoleErrors }) => {
    test.slow()
    const startedAt = performance.now()
    const { server, link, readCode } = await startSite()
    const save = () => page.keyboard.press('Enter')

    await test.step('nobody else sees anything but the notice', async () => {
      const response = await page.goto(`${server.url}/rentals`)
      expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '60'])
      await expect(page.getByRole('heading')).toHaveText('This site is being set up')
      await page.getByRole('link', { name: 'I run this site' }).click()
      await waitForHydration(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open the set-up link')
      await expectAccessible(page)
      await page.goto(`${server.url}/setup#token=wrong`)
      await expect(page.getByRole('alert')).toContainText("This link doesn't work any more.")
      await expect(page).toHaveURL(/\/setup$/)
    })

    await test.step('the name and the university begin empty', async () => {
      await openLink(page, link)
      expect(await page.evaluate(() => document.cookie)).toBe('')
      await expectStep(page, 'names', 'Step 1 of 6')
      await expect(field(page, 'Name of the site')).toHaveValue('')
      await field(page, 'Name of the site').press('Enter')
      await expect(field(page, 'Name of the site')).toBeFocused()
      await expect(field(page, 'Name of the site')).toHaveAccessibleDescription('Fill this in')
      await field(page, 'Name of the site').fill('Harbour')
      // Another step can be opened in between: what was typed is still there.
      await page.getByRole('link', { name: 'Terms and money' }).click()
      await expectStep(page, 'terms', 'Step 2 of 6')
      await page.getByRole('link', { name: 'Name and universities' }).click()
      await expect(field(page, 'Name of the site')).toHaveValue('Harbour')
      await fillFields(page, {
        'Full name': 'Northshore University',
        'Short name': 'Northshore',
        'What students call its email': 'Northshore',
        'Email domains': 'northshore.example',
        Spot: 'Ferry Hall lobby',
      })
      await field(page, 'Spot').press('Enter')
    })

    await test.step('terms are proposed; currency and time zone are not those of Waterloo', async () => {
      await expectStep(page, 'terms', 'Step 2 of 6')
      await expect(field(page, 'Currency')).toHaveValue('')
      const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
      await expect(field(page, 'Time zone')).toHaveValue(zone)
      await page.getByRole('button', { name: 'Remove Winter' }).click()
      const spring = page.getByRole('group', { name: 'Spring' })
      await spring.getByLabel('First day').fill('Jan 15')
      await spring.getByLabel('Last day').fill('May 20')
      const fall = page.getByRole('group', { name: 'Fall' })
      await fall.getByLabel('First day').fill('Sep 5')
      await fall.getByLabel('Last day').fill('Dec 20')
      await fall.getByLabel('Name').fill('Autumn')
      await fillFields(page, { Currency: 'eur', Symbol: '€', 'Time zone': 'Europe/Dublin' })
      await save()
    })

    await test.step('somebody goes on in another browser', async () => {
      await expectStep(page, 'contact', 'Step 3 of 6')
      const context = await browser.newContext({ baseURL: server.url })
      const other = await context.newPage()
      await openLink(other, link)
      await expect(other).toHaveURL(/\/setup\/contact$/)
      await expect(field(other, 'Contact email')).toHaveValue('')
      await other.getByRole('link', { name: 'Name and universities (done)' }).click()
      await expect(field(other, 'Name of the site')).toHaveValue('Harbour')
      await context.close()
      await fillFields(page, {
        'Contact email': 'hello@harbour.example',
        'Postal address (optional)': '1 Ferry Road, Northshore',
      })
      await save()
    })

    await test.step('the look, and an email that arrives', async () => {
      await expectStep(page, 'look', 'Step 4 of 6')
      await page.getByRole('button', { name: 'Save and continue Look' }).press('Enter')
      await expectStep(page, 'email', 'Step 5 of 6')
      await expect(page.getByText(/come from hello@harbour\.example/)).toBeVisible()
      await field(page, 'Your email').fill('me@elsewhere.example')
      await save()
      const code = await readCode('me@elsewhere.example')
      await expectAccessible(page)
      await confirmCode(page, code)
    })

    await test.step('the first admin', async () => {
      await expectStep(page, 'admin', 'Step 6 of 6')
      await signUpAdmin(page, readCode)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour is open')
      await expectAccessible(page)
      expect(await findCutOff(page)).toEqual([])
      await expect(readFile(join(server.dataDir, 'setup-link.txt'))).rejects.toThrow('ENOENT')
      const late = await page.request.get(`${server.url}/api/setup`)
      expect(late.status()).toBe(404)
    })

    await test.step('the first listing', async () => {
      await page.getByRole('link', { name: 'Post the first listing' }).click()
      await page.getByRole('main').locator('a[href="/misc/create"]').click()
      await expect(page).toHaveURL(/\/misc\/create$/)
      await page.locator('input[type=file]').setInputFiles([await imageFile('lamp.png')])
      await fillFields(page, { Title: 'Reading lamp', Price: '15', Description: 'Works.' })
      await page.getByRole('button', { name: 'Post item' }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
      const visitor = await (await browser.newContext()).newPage()
      await visitor.goto(`${server.url}/misc`)
      await expect(visitor.getByRole('article')).toContainText('€15')
      await expect(visitor).toHaveTitle(/Harbour/)
    })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`A new campus had its first listing after ${seconds} s.`)
    dropConsoleErrors(consoleErrors, /Failed to load resource/)
  },
)

test('with a campus file, only the test email and the first admin are left', async ({
  page,
  startSite,
}) => {
  test.slow()
  const startedAt = performance.now()
  const file = resolve(import.meta.dirname, '../support/other-campus.json')
  const { link, readCode } = await startSite({ CAMPUS_FILE: file })
  await openLink(page, link)
  await expectStep(page, 'email', 'Step 5 of 6')
  await page.getByRole('link', { name: 'Name and universities (done)' }).click()
  await expect(page.getByText(`they come from the file ${file}`)).toBeVisible()
  await expect(field(page, 'Name of the site')).toHaveValue('Harbour')
  await expect(field(page, 'Name of the site')).toBeDisabled()
  await expectStep(page, 'names', 'Step 1 of 6')
  await page.getByRole('link', { name: 'Test email' }).click()
  await page.getByRole('link', { name: 'Continue without a test' }).click()
  await expectStep(page, 'admin', 'Step 6 of 6')
  await signUpAdmin(page, readCode)
  await page.getByRole('link', { name: 'Set up the second factor' }).click()
  await expect(page).toHaveURL(/\/moderation$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor')
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`A campus from a file had its first admin after ${seconds} s.`)
})
