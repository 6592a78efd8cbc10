import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { requestResetLink } from '../support/reset-link.ts'
import { mockApi } from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createStudent, newStudent } from './students.ts'

/** Opens a page and skips its header by the skip link. */
async function openAndSkipHeader(page: Page, path: string) {
  await openPage(page, path)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
}

const focusedElement = (page: Page) => page.locator(':focus')

/** Tabs to each of these in turn and types its text; null types nothing. */
async function typeInto(page: Page, texts: Record<string, string | null>) {
  for (const [name, text] of Object.entries(texts)) {
    await page.keyboard.press('Tab')
    await expect(focusedElement(page)).toHaveAccessibleName(name.replace(/ \d$/, ''))
    if (text !== null) await page.keyboard.type(text)
  }
}

test('login works by keyboard', async ({ page, request }) => {
  const { email, password } = await createStudent(request)
  await openAndSkipHeader(page, '/login')
  await typeInto(page, { Email: email, Password: 'wrong' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(password)
  await typeInto(page, { 'Show password': null, 'Forgot your password?': null })
  await typeInto(page, { 'reset it': null, 'Log in': null })
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/dashboard')
})

test('sign-up works by keyboard', async ({ page }) => {
  const { firstName, lastName, email, password } = newStudent()
  await openAndSkipHeader(page, '/register')
  await typeInto(page, {
    'First name': firstName,
    'Last name': lastName,
    Email: email,
    Password: password,
    'Show password': null,
  })
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await typeInto(page, { 'Confirm password': password, 'Show password': null, 'Sign up': null })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('password reset works by keyboard', async ({ page, server }) => {
  const student = await createStudent(page.request)
  await openAndSkipHeader(page, '/forgot-password')
  await typeInto(page, { Email: newStudent().email, 'Send reset link': null })
  await page.keyboard.press('Enter')
  await expect(focusedElement(page)).toHaveText('Check your email')
  await typeInto(page, { 'Back to log in': null })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')

  await mockApi(page, apiPaths.resetPassword, (route) =>
    route.fulfill({ json: { message: 'Your password was changed.' } }),
  )
  await openAndSkipHeader(page, await requestResetLink(server, student.email))
  const password = 'correct horse 1!'
  await typeInto(page, { Password: password, 'Show password': null, 'Confirm password': password })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})
