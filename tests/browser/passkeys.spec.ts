import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CDPSession, Page, Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { quickServer, type RunningServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { field } from './account-forms.ts'
import { test as base, expect, openPage } from './fixtures.ts'
import { setRole } from './moderators.ts'
import { logIn, logInAsNewStudent, type Student } from './students.ts'

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

/** Changes rows of a student in the database. The statement ends with the column of the student's id. */
function changeRows({ dataDir }: RunningServer, { email }: Student, statement: string) {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare(`${statement} = (SELECT id FROM users WHERE email = ?)`).run(email)
  db.close()
}

async function logInConfirmed(page: Page, server: RunningServer): Promise<Student> {
  const student = await logInAsNewStudent(page)
  changeRows(server, student, `UPDATE users SET confirmed_at = ${Date.now()} WHERE id`)
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
    /** Sets how often the passkey says that it was used. A copy of it says less than the original. */
    async setUses(signCount: number) {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials) {
        const { credentialId } = credential
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        const changed = { ...credential, signCount }
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: changed })
      }
    },
  }
}

async function logOut(page: Page) {
  await page.request.get('/api/auth/logout')
}

/** Asks the server for a challenge, lets the passkey sign it on a page of that origin, and logs in with it. */
async function logInFrom(page: Page, origin: string): Promise<number> {
  const asked = await page.request.post(apiPaths.passkeyOptions)
  const { challenge, rpId } = await asked.json()
  await page.route(`${origin}/other`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A page of that origin</title>' }),
  )
  await page.goto(`${origin}/other`)
  const data = await page.evaluate(
    async (options) => {
      const challenge = Uint8Array.fromBase64(options.challenge, { alphabet: 'base64url' })
      const publicKey = { challenge, rpId: options.rpId }
      const credential = await navigator.credentials.get({ publicKey })
      return (credential as PublicKeyCredential).toJSON()
    },
    { challenge, rpId },
  )
  return (await page.request.post(apiPaths.passkeyLogin, { data })).status()
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
    await device.setUses(1000)
    await device.answers(true)
    released.resolve()
    await expect(passkeys(page)).toContainText('Last used today')
  })

  await test.step('the offer in the email field, when the student chooses it', async () => {
    const prompts: unknown[] = []
    await page.exposeFunction('notePrompt', (mediation: unknown) => prompts.push(mediation))
    await page.addInitScript(() => {
      const { credentials } = navigator
      const get = credentials.get.bind(credentials)
      credentials.get = (options) => {
        Reflect.get(globalThis, 'notePrompt')(options?.mediation)
        return get(options)
      }
    })
    await logOut(page)
    await page.goto('/login?next=/account')
    await expect(passkeys(page)).toBeVisible()
    expect(prompts).toEqual(['conditional'])
  })

  await test.step('not on pages of other origins, nor if it may be a copy', async () => {
    await logOut(page)
    const otherPort = new URL(server.url)
    otherPort.port = '9'
    expect(await logInFrom(page, otherPort.origin)).toBe(401)
    // The server answers there too, but the browser knows no passkey of that host.
    await openPage(page, server.url.replace('localhost', '127.0.0.1') + pagePaths.login())
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^Passkeys don't work at this address/)
    await device.setUses(500)
    expect(await logInFrom(page, server.url)).toBe(401)
    await device.setUses(2000)
    expect(await logInFrom(page, server.url)).toBe(200)
    await openPage(page, '/account')
    await expect(page.getByRole('region', { name: 'Security' })).toContainText('Passkey refused')
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
  const useApp = page.getByRole('button', { name: 'Use an app' })
  await useApp.click()
  const proof = dialog(page, "Confirm that it's you")
  await proof.getByRole('textbox', { name: 'Password' }).fill(student.password)
  const error = 'Too many tries. Please wait a minute.'
  const refuse = (route: Route) => route.fulfill({ status: 429, json: { error } })
  await page.route(`**${apiPaths.authenticator}`, refuse)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: error })).toBeVisible()
  await page.unroute(`**${apiPaths.authenticator}`)
  await page.getByRole('button', { name: 'Use something else' }).click()
  await useApp.click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await page.getByText("Can't scan it?").click()
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await expectAccessible(page)
  const code = (at: number) => TOTP.generate({ secret: Secret.fromBase32(key), timestamp: at })
  const codeField = page.getByLabel('Type in the code that the app shows')
  await codeField.fill('000000')
  await expect(codeField).toHaveAccessibleDescription(/isn't right/)
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

  await openPage(page, '/account')
  await page.getByRole('button', { name: 'Change phone' }).click()
  const change = dialog(page, 'Set up an authenticator app')
  await expect(change.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await change.getByRole('button', { name: 'Cancel' }).click()
  await expect(change).toBeHidden()

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

test('an admin whose second factor is a passkey gets recovery codes, and is asked before a ban', async ({
  page,
  server,
}) => {
  const banned = await logInConfirmed(page, server)
  const { id } = await (await page.request.get(apiPaths.me)).json()
  const student = await logInConfirmed(page, server)
  setRole(server.dataDir, student, 'admin')
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

  await test.step('another device asks for the passkey, and makes codes if there are none', async () => {
    // As if the passkey was older than the role.
    changeRows(server, student, 'DELETE FROM recovery_codes WHERE user_id')
    await page.context().clearCookies()
    await logIn(page, student)
    await openPage(page, pagePaths.moderatedStudent(id))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Confirm that it's you")
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(
      page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
    ).toHaveCount(10)
    await expectAccessible(page)
    await page.getByRole('button', { name: "I've saved them" }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(banned.firstName)
  })

  const ageProof = () => {
    const setTime = `UPDATE sessions SET second_factor_at = ${Date.now() - 11 * 60_000}`
    changeRows(server, student, `${setTime} WHERE user_id`)
  }

  await test.step('a ban asks again after ten minutes', async () => {
    ageProof()
    await page.getByRole('button', { name: 'Ban' }).click()
    const decision = dialog(page, 'Ban Ada Lovelace?')
    await decision.getByRole('combobox', { name: 'Reason' }).selectOption('Scam')
    await decision.getByRole('textbox', { name: 'Note' }).fill('Sold the same phone twice.')
    await decision.getByRole('button', { name: 'Ban' }).click()
    await expect(proof).toContainText('Your browser will ask for your passkey.')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(proof).toBeHidden()
    await expect(toasts(page)).toContainText('Ada Lovelace is closed')
  })

  await test.step('and so does the download of their own data', async () => {
    ageProof()
    await openPage(page, '/account')
    await page.getByRole('link', { name: 'Download my data' }).click()
    const download = page.waitForEvent('download')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.json$/)
  })
})
