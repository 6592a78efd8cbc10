import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { firefox } from '../support/user-agents.ts'
import { expectAccessible } from './accessibility.ts'
import { continueRequest, field, fillFields, mockApi, respondWithError } from './account-forms.ts'
import {
  bothWidths,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import { logInAsNewStudent, openSessionLinks, type Student } from './students.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Logs the student in on another device. Returns a function that tells whether that device is still logged in. */
async function logInElsewhere(page: Page, { email, password }: Student) {
  const browser = page.context().browser()
  const other = await browser?.newContext({
    baseURL: new URL(page.url()).origin,
    userAgent: firefox,
  })
  if (!other) throw new Error('The page belongs to no browser.')
  await other.request.post(apiPaths.login, { data: { email, password } })
  return async () => 'email' in (await (await other.request.get(apiPaths.me)).json())
}

test('names and settings are saved, stay as they were if that fails, and an ended session leads to the login', async ({
  page,
  context,
  consoleErrors,
}) => {
  const { email } = await logInAsNewStudent(page)
  const html = await (await page.request.get('/account')).text()
  expect(html.replaceAll('<wbr/>', '').replaceAll('<!-- -->', '')).toContain(`>${email}<`)
  expect(html).toContain('<meta name="robots" content="noindex"')
  await openPage(page, '/account')

  await test.step('names, by keyboard, with errors beside what was typed', async () => {
    await fillFields(page, { 'First name': ' ', 'Last name': 'Byron' })
    await field(page, 'Last name').press('Enter')
    await expect(field(page, 'First name')).toBeFocused()
    await expect(field(page, 'First name')).toHaveAccessibleDescription('Field required')
    await expect(field(page, 'Last name')).toHaveValue('Byron')
    await field(page, 'First name').fill('Augusta')
    await field(page, 'First name').press('Enter')
    await expect(toasts(page)).toHaveText('Name saved.')
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Augusta')
    await page.goBack()
  })

  await test.step('the contents lead to a section, on phones', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await expect(contents.getByRole('link')).toHaveCount(
      await page.locator('main h2[tabindex]:visible').count(),
    )
    await contents.getByRole('link', { name: 'Your data' }).click()
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeFocused()
    if (size) await page.setViewportSize(size)
  })

  const showsEmail = page.getByRole('checkbox', { name: /Show my email address/ })
  const mails = page.getByRole('radiogroup', { name: 'Email me about unread messages' })
  const saved = page.getByRole('checkbox', { name: /^Email me about new matches/ })
  const favourites = page.getByRole('checkbox', { name: /^Email me about my favourites/ })

  await test.step('settings, when they are ticked', async () => {
    await expect(showsEmail).toBeChecked()
    await showsEmail.press('Space')
    await expect(toasts(page)).toContainText('Your listings no longer show your email.')
    await expect(mails.getByRole('radio', { name: 'Soon' })).toBeChecked()
    await mails.getByRole('radio', { name: 'Soon' }).press('ArrowRight')
    await expect(toasts(page)).toContainText("We'll email you once a day about unread messages.")
    await expect(saved).toBeChecked()
    await expect(favourites).not.toBeChecked()
    await favourites.press('Space')
    await expect(toasts(page)).toContainText("We'll email you about your favourites.")
    await saved.press('Space')
    await expect(toasts(page)).toContainText("We won't email you about saved searches")
    await expect(favourites).toHaveAccessibleDescription(/^Only while/)
  })

  await test.step('after a reload', async () => {
    await page.reload()
    await waitForHydration(page)
    await expect(showsEmail).not.toBeChecked()
    await expect(mails.getByRole('radio', { name: 'Daily' })).toBeChecked()
    await expect(mails).toHaveAccessibleDescription(/^Every day at 8 am/)
    await expect(saved).not.toBeChecked()
    await expect(favourites).toBeChecked()
  })

  await test.step('a setting that cannot be saved', async () => {
    const account = await mockApi(page, apiPaths.account, respondWithError(503, 'Quad is busy.'))
    await showsEmail.click()
    await expect(part(page, 'Email').getByRole('alert')).toHaveText('Quad is busy.')
    await expect(showsEmail).not.toBeChecked()
    dropConsoleErrors(consoleErrors, failedRequest)
    account.handle = continueRequest
  })

  await test.step('an ended session', async () => {
    await context.clearCookies()
    await page.getByRole('checkbox', { name: /reminders/ }).click()
    await expect(page).toHaveURL('/login?next=%2Faccount')
  })
})

test('another device is logged out, the password changed, the data downloaded, and the account deleted with its password', async ({
  page,
}) => {
  const student = await logInAsNewStudent(page)
  const { email } = student
  const password = 'brand new horse 2?'
  await createListing(page, 'misc')
  await openPage(page, '/about')
  const isLoggedInElsewhere = await logInElsewhere(page, student)
  await openPage(page, '/account')

  await test.step('devices', async () => {
    const devices = part(page, 'Logged-in devices').getByRole('listitem')
    await expect(devices.first()).toContainText('This device · last used today')
    await expect(devices.first().getByRole('button')).toHaveCount(0)
    await devices.getByRole('button', { name: 'Log out Firefox on Linux' }).press('Enter')
    await expect(toasts(page)).toHaveText('Firefox on Linux is logged out.')
    await expect(devices).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Logged-in devices' })).toBeFocused()
    await expect(part(page, 'Security')).toContainText(
      /Device logged out\s*Firefox on Linux\s*· \w+ \d+, \d{1,2}:\d\d [ap]m/,
    )
    expect(await isLoggedInElsewhere()).toBe(false)
  })

  await test.step('a new password logs the other devices out and goes on here', async () => {
    const isLoggedInAgain = await logInElsewhere(page, student)
    const button = page.getByRole('button', { name: 'Change password' })
    const values = { 'New password': password, 'Confirm new password': password }
    await fillFields(page, { 'Current password': 'wrong horse 1!', ...values })
    await button.click()
    await expect(field(page, 'Current password')).toBeFocused()
    await expect(field(page, 'Current password')).toHaveAccessibleDescription('Wrong password')
    await expect(part(page, 'Password').getByRole('alert')).toHaveCount(0)
    await expect(field(page, 'New password')).toHaveValue(password)
    expect(await isLoggedInAgain()).toBe(true)
    await field(page, 'Current password').fill(student.password)
    await button.click()
    await expect(toasts(page)).toContainText('Password changed')
    await expect(field(page, 'New password')).toHaveValue('')
    await expect(part(page, 'Security')).toContainText('Password changed')
    expect(await isLoggedInAgain()).toBe(false)
  })

  await test.step('the download', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('quad-export.json')
    const data = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(data.user.email).toBe(email)
    expect(data.listings).toHaveLength(1)
  })

  await test.step('the end of the account', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete my account' })
    await expect(dialog).toContainText('keep your messages, without your name.')
    const passwordField = dialog.getByLabel('Password', { exact: true })
    await passwordField.fill('wrong horse 1!')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(passwordField).toHaveAccessibleDescription('Wrong password')
    await expectAccessible(page, dialog)
    await passwordField.fill(password)
    await passwordField.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(toasts(page)).toContainText('Your account and everything in it are deleted.')
    const login = await page.request.post(apiPaths.login, { data: { email, password } })
    expect(login.status()).toBe(401)
  })
})

test.describe('the account page', bothWidths, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('is reached from the header, accessible, and fits the screen', async ({
    page,
    isMobile,
  }) => {
    const blocked = await logInAsNewStudent(page)
    const { id } = await (await page.request.get(apiPaths.me)).json()
    const student = await logInAsNewStudent(page)
    expect((await page.request.put(apiPaths.block(id))).status()).toBe(204)
    await openPage(page, '/about')
    for (const _ of [1, 2]) await logInElsewhere(page, student)
    const links = await openSessionLinks(page, isMobile)
    await links.getByRole('link', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
    await expect(page.getByRole('button', { name: 'End all others' })).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(field(page, 'Current password')).toHaveAttribute('aria-invalid', 'true')
    if (isMobile) await expectAccessible(page)
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'End all others' }).click()
    await expect(toasts(page)).toHaveText('All other devices are logged out.')
    const name = `${blocked.firstName} ${blocked.lastName}`
    await page.getByRole('button', { name: `Unblock ${name}` }).press('Enter')
    await expect(toasts(page)).toContainText(`${name} is no longer blocked.`)
    await expect(part(page, 'Blocked students')).toContainText("You haven't blocked anyone.")
    await expect(page.getByRole('heading', { name: 'Blocked students' })).toBeFocused()
  })
})
