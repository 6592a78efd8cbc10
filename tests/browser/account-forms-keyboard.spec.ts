import type { Page } from '@playwright/test'
import { invalidResetLinkMessage } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { findResetLink } from '../support/reset-link.ts'
import { expectAccessible } from './accessibility.ts'
import { field, fillFields, loginValues, submitButton } from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createStudent, newStudent } from './students.ts'

/** Opens a page and skips its header with the skip link. */
async function openAndSkipHeader(page: Page, path: string) {
  await openPage(page, path)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
}

const focusedElement = (page: Page) => page.locator(':focus')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Tabs to each of these elements in turn and types its text. Null types nothing. */
async function typeInto(page: Page, texts: Record<string, string | null>) {
  for (const [name, text] of Object.entries(texts)) {
    await page.keyboard.press('Tab')
    await expect(focusedElement(page)).toHaveAccessibleName(name.replace(/ \d$/, ''))
    if (text !== null) await page.keyboard.type(text)
  }
}

test('login by keyboard: a wrong password is rejected, then the right one accepted, and no other site follows', async ({
  page,
  request,
}) => {
  const { email, password } = await createStudent(request)
  await page.setViewportSize({ width: 1366, height: 900 })
  await openAndSkipHeader(page, `/login?next=${encodeURIComponent('//other.example/')}`)
  await typeInto(page, { Email: email, Password: 'wrong' })
  const emailBox = await field(page, 'Email').boundingBox()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    "Invalid login credentials. This shouldn't happen! Check your email and password, or reset your password.",
  )
  expect(await field(page, 'Email').boundingBox(), 'the form does not move').toEqual(emailBox)
  await expect(field(page, 'Email')).toHaveValue(email)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(password)
  await typeInto(page, { 'Show password': null, 'Forgot your password?': null })
  await typeInto(page, { 'reset your password': null, 'Log in': null })
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/dashboard')
})

test('sign-up by keyboard logs in and leads to the dashboard', async ({ page }) => {
  const { firstName, lastName, email, password } = newStudent()
  await openAndSkipHeader(page, '/register')
  await typeInto(page, {
    'First name': firstName,
    'Last name': lastName,
    Email: email.toUpperCase(),
    Password: password,
    'Show password': null,
  })
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await typeInto(page, { 'Confirm password': password, 'Show password': null, 'Sign up': null })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(heading(page)).toContainText(firstName)
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Welcome to Quad' })).toBeVisible()
  const me = await page.request.get(apiPaths.me)
  expect(await me.json()).toMatchObject({ email, lastName })
})

test.describe('password reset', () => {
  // Without this, axe may measure a colour during a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('by keyboard: a password is reset through the link in the email, which works once', async ({
    page,
    request,
    server,
  }) => {
    const student = await createStudent(request)
    const newPassword = 'battery staple 2?'
    await openAndSkipHeader(page, '/forgot-password')
    await typeInto(page, { Email: student.email, 'Send reset link': null })
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Check your email')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('main')).toContainText('valid for 5 minutes')
    await expect(page.getByRole('main')).toContainText('may flag the email as spam')
    await expect(page.getByRole('main').locator('form')).toHaveCount(0)
    await expectAccessible(page)
    await heading(page).focus()
    await typeInto(page, { 'Back to log in': null })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')

    const link = await findResetLink(server.dataDir, student.email)
    await openAndSkipHeader(page, link)
    await expect(page).toHaveURL('/reset-password')
    await typeInto(page, {
      Password: newPassword,
      'Show password': null,
      'Confirm password': newPassword,
    })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    await expect(notifications(page)).toContainText('Your password was changed.')
    await expect(field(page, 'Email')).toBeVisible()
    await expectAccessible(page)
    await fillFields(page, loginValues(student))
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials.')
    await field(page, 'Password').fill(newPassword)
    await submitButton(page).click()
    await expect(page).toHaveURL('/dashboard')

    await openPage(page, link)
    await expect(page.getByRole('main')).toContainText(invalidResetLinkMessage)
    await expect(page.getByRole('main').locator('form')).toHaveCount(0)
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })
})
