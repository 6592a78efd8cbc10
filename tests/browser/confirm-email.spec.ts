import type { Locator, Page, Route } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { quickServer, type RunningServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, mockApi, signUpValues } from './account-forms.ts'
import { test as base, dropConsoleErrors, expect, failedRequest, openPage } from './fixtures.ts'
import { observeLayoutShifts } from './layout.ts'
import { createListing, imageFile } from './listings.ts'
import { createStudent, logIn, logInAsNewStudent, newStudent, type Student } from './students.ts'

interface Mailbox {
  port: number
  /** Returns the newest code emailed to the student, once there is one. */
  readCode: (student: Student) => Promise<string>
}

/** A server that asks for codes, and a mail server that receives them. */
const test = base.extend<object, { mailbox: Mailbox; server: RunningServer }>({
  mailbox: [
    async ({ browserName: _ }, use) => {
      const codes = new Map<string, string>()
      const { port, stop } = await startSmtpServer(({ to, message }) => {
        const code = /^(\d{6})\r?$/m.exec(message)?.[1]
        if (code) codes.set(to, code)
      })
      const readCode = async ({ email }: Student) => {
        await expect.poll(() => codes.get(email)).toBeDefined()
        return codes.get(email) ?? ''
      }
      await use({ port, readCode })
      await stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailbox }, use) => {
      const server = await startServer(
        { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}` },
        quickServer,
      )
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

// The tests run in one worker, so that only one server is started.
test.describe.configure({ mode: 'default' })

const codeField = (within: Page | Locator) => within.getByRole('textbox', { name: '6-digit code' })
const panel = (page: Page) => page.getByRole('region', { name: 'Confirm your email' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your email' })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

const wrongCode = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

test('a new student signs up and types the code from the email, by keyboard alone', async ({
  page,
  context,
  mailbox,
}) => {
  const student = newStudent()
  await openPage(page, '/register')
  await fillFields(page, signUpValues(student))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(panel(page)).toContainText(`We sent a code to ${student.email}`)
  const resend = panel(page).getByRole('button', { name: 'Send a new code' })
  await expect(resend).toHaveText(/ in \d+ s$/)
  await openPage(page, '/dashboard')
  await expect(resend, 'known after a reload').toHaveText(/ in \d+ s$/)
  const otherTab = await context.newPage()
  await openPage(otherTab, '/dashboard')
  await expect(panel(otherTab)).toContainText(`We can send a code to ${student.email}`)

  const code = await mailbox.readCode(student)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const calls = await mockApi(page, apiPaths.confirmEmail, (route) =>
    released.then(() => route.continue()),
  )
  await codeField(page).press('Home')
  await page.keyboard.type(wrongCode(code))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  release()
  await expect(panel(page)).toContainText("That code isn't right. 4 tries left.")
  expect(calls.count, 'the sixth digit submits, and Enter not again').toBe(1)
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  // The wrong code is selected, so the next code replaces it. A pasted code may contain a space.
  await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(notifications(page)).toContainText('Your email is confirmed.')
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(panel(otherTab)).toHaveCount(0)
})

test('a listing begun before is posted with its photo once the code is typed', async ({
  page,
  mailbox,
}) => {
  const student = await logInAsNewStudent(page)
  await openPage(page, '/misc/create')
  await expect(panel(page)).toBeVisible()
  const uploads = await mockApi(page, apiPaths.upload, (route) => route.continue())
  const codes = await mockApi(page, apiPaths.resendCode, (route) => route.continue())
  await page.locator('input[type=file]').setInputFiles(await imageFile('lamp.png'))
  await fillFields(page, { Title: 'Desk lamp', Price: '15', Description: 'Works.' })
  await expect(page.getByText('1 photo will upload once your email is confirmed.')).toBeVisible()
  await expectAccessible(page)

  const post = page.getByRole('button', { name: 'Post item' })
  await post.press('Enter')
  await expect(codeField(dialog(page))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toContainText('Confirm your email first.')
  await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
  expect(uploads.count).toBe(0)

  await post.press('Enter')
  await expect(codeField(dialog(page))).toBeFocused()
  await page.keyboard.type(await mailbox.readCode(student))
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('region', { name: 'Share your new listing' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Desk lamp' })).toBeVisible()
  expect(uploads.count).toBe(1)
  expect(codes.count, 'the first was refused, so soon after sign-up').toBe(1)
})

test('items to move out with are posted once the code is typed, with what was corrected by then', async ({
  page,
  mailbox,
}) => {
  const student = await logInAsNewStudent(page)
  await openPage(page, '/moving-out')
  await page.locator('input[type=file]').setInputFiles(await imageFile('lamp.png'))
  await page.getByLabel('Title of item 1').fill('Desk lamp')
  await page.getByLabel('Price of item 1').fill('150')
  await page.getByLabel('Where can they be picked up?').fill('The lobby')
  await page.getByLabel('When?').fill('Sat 10 to 18')
  const post = page.getByRole('button', { name: 'Post 1 item' })
  await post.press('Enter')
  await expect(dialog(page)).toContainText('Then your items are posted.')
  await expect(codeField(dialog(page))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Confirm your email first.')).toBeVisible()
  await page.getByLabel('Price of item 1').fill('15')
  await post.press('Enter')
  await expect(codeField(dialog(page))).toBeFocused()
  await page.keyboard.type(await mailbox.readCode(student))
  await expect(page).toHaveURL(/\/moving-out\/\d+$/)
  await expect(page.getByRole('article')).toContainText('$15')
})

test("a seller's address appears in its place once the code is typed, on a desktop and on a phone", async ({
  page,
  mailbox,
}) => {
  const seller = await logInAsNewStudent(page)
  const data = { code: await mailbox.readCode(seller) }
  expect((await page.request.post(apiPaths.confirmEmail, { data })).status()).toBe(200)
  const id = await createListing(page, 'misc')
  const readLayoutShifts = await observeLayoutShifts(page)
  const codes = await mockApi(page, apiPaths.resendCode, (route) => route.continue())

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size)
      await page.context().clearCookies()
      const buyer = await createStudent(page.request)
      await logIn(page, buyer)
      codes.count = 0
      await openPage(page, `/misc/${id}`)
      await page.getByRole('link', { name: 'Confirm your email first' }).press('Enter')
      await expect(codeField(page)).toBeFocused()
      // The sign-up was not in this tab, so the dialog sends a code.
      await expect.poll(() => codes.count).toBe(1)
      await page.keyboard.type(await mailbox.readCode(buyer))
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByText(seller.email)).toBeVisible()
      const listing = page.getByRole('article')
      await expect(listing.getByRole('link', { name: 'Message', exact: true })).toBeFocused()
      expect(await readLayoutShifts()).toEqual([])
    })
  }
})

test('a visitor who joins to write comes back to the listing, to the code and then to the message', async ({
  page,
  mailbox,
}) => {
  const seller = await logInAsNewStudent(page)
  const data = { code: await mailbox.readCode(seller) }
  expect((await page.request.post(apiPaths.confirmEmail, { data })).status()).toBe(200)
  const id = await createListing(page, 'misc')
  await page.context().clearCookies()

  const buyer = newStudent()
  await openPage(page, `/misc/${id}`)
  await page.getByRole('link', { name: 'Log in to message' }).click()
  await fillFields(page, { Email: buyer.email })
  await page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Quad')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(buyer.email)
  await fillFields(page, signUpValues(buyer))
  await page.keyboard.press('Enter')
  await expect(codeField(dialog(page))).toBeFocused()
  await expect(page).toHaveURL(`/misc/${id}`)
  await page.keyboard.type(await mailbox.readCode(buyer))
  const message = page.getByRole('dialog', { name: `Message ${seller.firstName}` })
  await expect(message.getByRole('textbox')).toBeFocused()
})

base(
  'a refused action sends a code once, and goes on when it is typed',
  async ({ page, consoleErrors }) => {
    const student = await logInAsNewStudent(page)
    const id = await createListing(page, 'misc')
    await page.clock.install()
    const user = await (await page.request.get(apiPaths.me)).json()
    // This simulates a tab that does not know yet that the yearly confirmation is due.
    const respondAs = (confirmation: string) => (route: Route) =>
      route.fulfill({ json: { ...user, confirmation } })
    await openPage(page, '/dashboard')
    await mockApi(page, apiPaths.me, respondAs('due'))
    const renewal = await mockApi(page, apiPaths.renew('misc', id), (route) =>
      route.fulfill({ status: 403, json: { error: 'Please confirm.', code: 'unconfirmed' } }),
    )
    const codes = await mockApi(page, apiPaths.resendCode, (route) =>
      route.fulfill({ json: { message: 'A new code is on its way.', retryAfter: 60 } }),
    )
    const more = page.getByRole('button', { name: 'More actions: Desk lamp' })
    const renew = page.getByRole('button', { name: 'Renew Desk lamp' })
    await more.click()
    await renew.press('Enter')
    await expect(dialog(page)).toContainText(`We sent a code to ${student.email}`)
    await expect(dialog(page)).toContainText('Then your listing is renewed.')
    await expect(dialog(page)).toContainText('Everyone does this once.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert')).toHaveText('Please confirm.')
    await expect(more).toBeFocused()

    await more.click()
    await renew.press('Enter')
    await expect(codeField(page)).toBeFocused()
    const resend = dialog(page).getByRole('button', { name: 'Send a new code' })
    await expect(resend).toHaveText(/ in \d+ s$/)
    await resend.press('Enter')
    expect(codes.count, 'neither the second opening nor an early press mails one').toBe(1)
    await page.clock.fastForward(60_000)
    await expect(resend).toHaveText('Send a new code')
    await resend.press('Enter')
    await expect.poll(() => codes.count).toBe(2)
    await expect(dialog(page).getByText('A new code is on its way.')).toBeVisible()
    await expect(codeField(page)).toBeFocused()

    await page.clock.fastForward(60_000)
    codes.handle = (route) => route.abort()
    await resend.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText(
      "You're offline. Check your connection and try again.",
    )
    const error = "We can't send you any more codes today."
    codes.handle = (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '80000' }, json: { error } })
    await resend.press('Enter')
    await expect(dialog(page).getByText(error)).toBeVisible()
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await expect(resend, 'not counted down').toHaveText('Send a new code')
    await expect(dialog(page).getByRole('link', { name: 'Reset your password' })).toBeVisible()
    await expectAccessible(page, dialog(page))

    await mockApi(page, apiPaths.confirmEmail, respondAs('confirmed'))
    renewal.handle = (route) => route.continue()
    await codeField(page).fill('123456')
    await expect(dialog(page)).toBeHidden()
    await expect(notifications(page)).toContainText('renewed')
    expect(renewal.count).toBe(3)
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
  },
)

base('a refusal to post goes once the code is typed elsewhere on the page', async ({ page }) => {
  await logInAsNewStudent(page)
  const user = await (await page.request.get(apiPaths.me)).json()
  const respondAs = (confirmation: string) => (route: Route) =>
    route.fulfill({ json: { ...user, confirmation } })
  await openPage(page, '/misc/create')
  await mockApi(page, apiPaths.me, respondAs('required'))
  await mockApi(page, apiPaths.list('misc'), (route) =>
    route.fulfill({ status: 403, json: { error: 'Please confirm.', code: 'unconfirmed' } }),
  )
  await mockApi(page, apiPaths.resendCode, (route) =>
    route.fulfill({ json: { message: 'A new code is on its way.', retryAfter: 60 } }),
  )
  await mockApi(page, apiPaths.confirmEmail, respondAs('confirmed'))
  await page.locator('input[type=file]').setInputFiles(await imageFile('lamp.png'))
  await fillFields(page, { Title: 'Desk lamp', Price: '15', Description: 'Works.' })
  await page.getByRole('button', { name: 'Post item' }).press('Enter')
  await expect(dialog(page)).toContainText('Then your listing is posted.')
  await page.keyboard.press('Escape')
  const refusal = page.getByText('Confirm your email first.')
  await expect(refusal).toBeVisible()
  await codeField(panel(page)).fill('123456')
  await expect(panel(page)).toHaveCount(0)
  await expect(refusal).toHaveCount(0)
})

base('an address that refused mail is confirmed again on the account page', async ({ page }) => {
  await logInAsNewStudent(page)
  const [user, account] = await Promise.all(
    [apiPaths.me, apiPaths.account].map(async (path) => (await page.request.get(path)).json()),
  )
  await openPage(page, '/dashboard')
  const bouncedAt = new Date().toISOString()
  const accounts = await mockApi(page, apiPaths.account, (route) =>
    route.fulfill({ json: { ...account, bouncedAt } }),
  )
  const codes = await mockApi(page, apiPaths.resendCode, (route) =>
    route.fulfill({ json: { message: 'A new code is on its way.', retryAfter: 60 } }),
  )
  await mockApi(page, apiPaths.confirmEmail, (route) => route.fulfill({ json: user }))
  await page.getByRole('link', { name: 'your account page' }).press('Enter')
  await expect(panel(page)).toContainText('We can send a code to')
  expect(codes.count, 'a page that is opened mails none by itself').toBe(0)
  await expect(codeField(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send me a code' }).press('Enter')
  await expect(codeField(page)).toBeFocused()
  await expect(panel(page)).toContainText('We sent a code to')
  accounts.handle = (route) => route.continue()
  await codeField(page).fill('123456')
  await expect(panel(page)).toHaveCount(0)
  expect(codes.count).toBe(1)
})
