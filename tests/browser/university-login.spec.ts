import { mayNotPostMessage } from '#contract/account-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { at } from '../support/campus-email.ts'
import { findFreePort } from '../support/free-port.ts'
import { startIdentityProviders } from '../support/identity-providers.ts'
import { readOutbox } from '../support/outbox.ts'
import { quickServer, startServer } from '../support/start-server.ts'
import { expect, openPage, test } from './fixtures.ts'

/** Starts a site of its own, because the button is on the login page only where a university is set up. */
async function startSite() {
  const port = String(await findFreePort())
  const providers = await startIdentityProviders(`http://localhost:${port}`)
  const settings = {
    ...providers.settings,
    PORT: port,
    VERIFY_EMAIL: 'on',
    POSTING_AFFILIATIONS: 'student',
  }
  const server = await startServer(settings, quickServer)
  const setAccount = (id: string, claims: object) => {
    const [firstName, lastName] = ['Grace', 'Hopper']
    const names = { given_name: firstName, family_name: lastName }
    const accounts = { [id]: { email_verified: true, ...names, ...claims } }
    return providers.control(providers.waterloo, { accounts })
  }
  return {
    ...server,
    providers,
    setAccount,
    async stop() {
      await server.stop()
      await providers.stop()
    },
  }
}

// All tests share one site.
test.describe.configure({ mode: 'default' })

let site: Awaited<ReturnType<typeof startSite>>

test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.stop())

async function readCode(email: string, subject: RegExp): Promise<string> {
  const code = async () => {
    const mails = await readOutbox(site.dataDir)
    const mail = mails.findLast((each) => each.to === email && subject.test(each.subject))
    return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(code).not.toBe('')
  return code()
}

test('an alum logs in with the university account, and out again', async ({ page }) => {
  const email = at('grace')
  await site.setAccount('grace', { email, affiliation: 'alum' })
  const logInAtUniversity = async () => {
    await page.getByLabel('Account').fill('grace')
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await openPage(page, `${site.url}/login?next=/account`)
  await expect(page.getByRole('link', { name: 'Continue with Laurier ID' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue with WatIAM' }).click()
  await logInAtUniversity()
  await expect(page).toHaveURL(`${site.url}/account`)
  await expect(page.getByText('You can log in with WatIAM.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Grace')

  const deletion = page.getByRole('dialog', { name: 'Delete my account' })
  await test.step('a fresh login confirms who it is', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const proof = page.getByRole('dialog', { name: "Confirm that it's you" })
    await proof.getByRole('link', { name: 'Or log in with WatIAM again' }).click()
    await logInAtUniversity()
    await expect(page).toHaveURL(`${site.url}/account`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(deletion).toContainText("You've just confirmed that it's you.")
    await deletion.getByRole('button', { name: 'Keep my account' }).click()
  })

  await test.step('the form for a listing says who may not post', async () => {
    await openPage(page, `${site.url}${pagePaths.create('misc')}`)
    await expect(page.getByText(mayNotPostMessage)).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveCount(0)
  })

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`^${site.providers.waterloo}/session/end`))
  await page.getByRole('button', { name: 'Log out here too' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await openPage(page, `${site.url}/account`)
  await expect(page).toHaveURL(`${site.url}/login?next=%2Faccount`)

  await test.step('a code confirms the deletion in place of a password', async () => {
    await page.getByRole('link', { name: 'Continue with WatIAM' }).click()
    await logInAtUniversity()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(deletion.getByLabel('Password')).toHaveCount(0)
    await deletion.getByRole('button', { name: 'Email me a code' }).click()
    await expect(deletion.getByText(`We sent it to ${email}`)).toBeVisible()
    await expect(deletion.getByLabel('6-digit code')).toBeFocused()
    await deletion.getByLabel('6-digit code').fill(await readCode(email, /code/))
    await deletion.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByText('Your account and everything in it are deleted.')).toBeVisible()
    await expect(page).toHaveURL(`${site.url}/`)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the owner of an account connects the university account with a code', async ({ page }) => {
    const email = at('ada')
    await site.setAccount('ada', { email })
    const password = 'correct horse 1!'
    const student = { firstName: 'Ada', lastName: 'Lovelace', email, password }
    const sent = await page.request.post(`${site.url}/api/users`, {
      data: { ...student, confirmPassword: password },
    })
    expect(sent.status()).toBe(201)
    await page.request.post(`${site.url}/api/auth/login`, { data: student })
    const code = await readCode(email, / is your \S+ code$/)
    await page.request.post(`${site.url}/api/auth/confirm`, { data: { code } })
    await page.request.get(`${site.url}/api/auth/logout`)

    const heading = page.getByRole('heading', { level: 1 })
    await site.setAccount('ada', { email: 'ada@elsewhere.example' })
    await page.goto(`${site.url}/register`)
    await page.getByRole('link', { name: 'Continue with WatIAM' }).click()
    await page.getByLabel('Account').fill('ada')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(heading).toHaveText("That login didn't work")
    await expect(page.getByRole('main')).toContainText('Set it as your email at WatIAM')
    await expect(page.getByRole('banner')).toBeVisible()
    await site.setAccount('ada', { email })
    await page.getByRole('link', { name: 'Try WatIAM again' }).click()
    await expect(heading).toHaveText('You have an account here')
    await page.getByLabel('Your Quad password').fill('wrong')
    await page.getByRole('button', { name: 'Connect WatIAM' }).click()
    await expect(page.getByRole('alert')).toHaveText('Wrong password')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const connectingCode = await readCode(email, /university account/)
    await page.getByLabel('6-digit code').fill(connectingCode)
    await page.getByRole('button', { name: 'Connect WatIAM' }).click()
    await expect(page).toHaveURL(`${site.url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada')
  })
})
