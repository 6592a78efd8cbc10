import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { answering } from './accounts-forms.ts'
import { expect, test } from './fixtures.ts'
import { joined, newStudent, open } from './students.ts'

/** Skips the header, as somebody without a mouse would. */
async function enter(page: Page, path: string) {
  await open(page, path)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
}

const focused = (page: Page) => page.locator(':focus')

/** Presses Tab and types into each of these; null is passed over. */
async function typeInto(page: Page, stops: Record<string, string | null>) {
  for (const [name, text] of Object.entries(stops)) {
    await page.keyboard.press('Tab')
    await expect(focused(page)).toHaveAccessibleName(name.replace(/ \d$/, ''))
    if (text !== null) await page.keyboard.type(text)
  }
}

test('logging in needs no mouse', async ({ page, request }) => {
  const { email, password } = await joined(request)
  await enter(page, '/login')
  await typeInto(page, { Email: email, Password: 'wrong' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(password)
  await typeInto(page, { 'Show password': null, 'Forgot your password?': null, 'Log in': null })
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/dashboard')
})

test('signing up needs no mouse', async ({ page }) => {
  const { firstName, lastName, email, password } = newStudent()
  await enter(page, '/register')
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

test('asking for a new password and choosing one needs no mouse', async ({ page }) => {
  await enter(page, '/forgot-password')
  await typeInto(page, { Email: newStudent().email, 'Send reset link': null })
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveText('Check your mail')
  await typeInto(page, { 'Back to log in': null })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')

  await answering(page, apiPaths.changePassword, (route) =>
    route.fulfill({ json: { message: 'Your password was changed.' } }),
  )
  await enter(page, '/reset-password?token=any')
  const password = 'correct horse 1!'
  await typeInto(page, { Password: password, 'Show password': null, 'Confirm password': password })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})
