import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { apiPaths } from '#contract/paths.ts'
import { quickServer, type RunningServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { field } from './account-forms.ts'
import { test as base, expect, openPage } from './fixtures.ts'
import { setRole } from './moderators.ts'
import { logInAsNewStudent, type Student } from './students.ts'

/** Uses a server that is no try-out, because a role needs no second factor in one. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ VERIFY_EMAIL: 'on', RATE_LIMIT: 'off' }, quickServer)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

// The tests run in one worker, so that only one server is started.
test.describe.configure({ mode: 'default' })

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function logInConfirmed(page: Page, { dataDir }: RunningServer): Promise<Student> {
  const student = await logInAsNewStudent(page)
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE users SET confirmed_at = ? WHERE email = ?').run(Date.now(), student.email)
  db.close()
  return student
}

/** Gives the browser a device for passkeys, which answers prompts when `answers` says so. */
async function addDevice(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    /** Whether somebody touches the device. Without, a prompt waits, as an offer in a field does. */
    answers: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** Whether that is the student. If not, the browser reports the same as for a closed prompt. */
    isStudent: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function logOut(page: Page) {
  await page.request.get('/api/auth/logout')
}

test('a student adds a passkey, names it, logs in with it, and removes it', async ({
  page,
  server,
}) => {
  const student = await logInConfirmed(page, server)
  const device = await addDevice(page)
  await openPage(page, '/account')
  const add = passkeys(page).getByRole('button', { name: 'Add a passkey' })

  await test.step('after a proof; a closed prompt adds nothing', async () => {
    await add.click()
    const proof = dialog(page, "Confirm that it's you")
    const password = proof.getByRole('textbox', { name: 'Password' })
    await expect(password).toBeFocused()
    await expectAccessible(page)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(password).toHaveAccessibleDescription('Field required')
    await password.fill('wrong horse 1!')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('Wrong password')
    await device.isStudent(false)
    await device.answers(true)
    await password.fill(student.password)
    await page.keyboard.press('Enter')
    await expect(proof).toBeHidden()
    await expect(passkeys(page).getByRole('alert')).toHaveText(/^No passkey was used/)
    await device.isStudent(true)
    await add.click()
    await expect(toasts(page)).toHaveText('Passkey added. You can log in with it now.')
  })

  await test.step('its name', async () => {
    await passkeys(page)
      .getByRole('button', { name: /^Rename/ })
      .click()
    const name = dialog(page, 'Rename this passkey').getByRole('textbox')
    await expect(name).toBeFocused()
    await name.fill('My phone')
    await page.keyboard.press('Enter')
    await expect(passkeys(page).getByRole('listitem')).toContainText('My phone')
    await expect(passkeys(page)).toContainText('not used yet')
  })

  await test.step('the button at the login, after a closed prompt', async () => {
    await device.answers(false)
    await logOut(page)
    await openPage(page, '/login?next=/account')
    await device.isStudent(false)
    await device.answers(true)
    const button = page.getByRole('button', { name: 'Log in with a passkey' })
    await button.click()
    await expect(page.getByRole('alert')).toHaveText(/^No passkey was used/)
    await expectAccessible(page)
    await device.answers(false)
    await device.isStudent(true)
    // The device answers only what it is asked from now on, so the button's question waits until it answers.
    const released = Promise.withResolvers<void>()
    await page.route(`**${apiPaths.passkeyOptions}`, async (route) => {
      await released.promise
      await route.continue()
    })
    await button.click()
    await device.answers(true)
    released.resolve()
    await expect(passkeys(page)).toContainText('Last used today')
  })

  await test.step('the offer in the email field, when the student chooses it', async () => {
    await logOut(page)
    await page.goto('/login?next=/account')
    await expect(passkeys(page)).toBeVisible()
  })

  await test.step('the end', async () => {
    await passkeys(page)
      .getByRole('button', { name: /^Remove/ })
      .click()
    const question = dialog(page, 'Remove this passkey?')
    await expect(question).toContainText('My phone')
    await question.getByRole('button', { name: 'Remove' }).click()
    const proof = dialog(page, "Confirm that it's you")
    await proof.getByRole('button', { name: 'Use a passkey instead' }).click()
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(toasts(page)).toHaveText('Passkey removed.')
    await expect(passkeys(page).getByRole('heading', { name: 'Passkeys' })).toBeFocused()
    await expect(add).toBeVisible()
  })
})

test('a new moderator sets up an app, keeps the codes, and is asked again on another device', async ({
  page,
  server,
  browser,
}) => {
  const student = await logInConfirmed(page, server)
  setRole(server.dataDir, student, 'moderator')
  await openPage(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Moderation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use an app' }).click()
  const proof = dialog(page, "Confirm that it's you")
  await proof.getByRole('textbox', { name: 'Password' }).fill(student.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await page.getByText("Can't scan it?").click()
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await expectAccessible(page)
  const code = (at: number) => TOTP.generate({ secret: Secret.fromBase32(key), timestamp: at })
  const codeField = page.getByLabel('Type in the code that the app shows')
  await codeField.fill('000000')
  await expect(codeField).toHaveAccessibleDescription(/not right/)
  await codeField.fill(code(Date.now()))

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await expectAccessible(page)
  // Another tab learns that the role counts. The codes stay until they are saved.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect(codes).toHaveCount(10)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue')

  const phone = await browser.newContext({ baseURL: server.url })
  const other = await phone.newPage()
  await other.request.post('/api/auth/login', { data: student })
  await openPage(other, '/moderation')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText("Confirm that it's you")
  await expectAccessible(other)
  await field(other, 'Code').fill(recovery)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Queue')
  await phone.close()
})

test('a moderator whose first second factor is a passkey gets the recovery codes', async ({
  page,
  server,
}) => {
  const student = await logInConfirmed(page, server)
  setRole(server.dataDir, student, 'moderator')
  const device = await addDevice(page)
  await device.answers(true)
  await openPage(page, '/account')
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
  const proof = dialog(page, "Confirm that it's you")
  await proof.getByRole('textbox', { name: 'Password' }).fill(student.password)
  await page.keyboard.press('Enter')
  const codes = dialog(page, 'New recovery codes')
  await expect(
    codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await codes.getByRole('button', { name: "I've saved them" }).click()
  await expect(codes).toBeHidden()
})
