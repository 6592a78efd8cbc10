import { apiPaths } from '#contract/paths.ts'
import { readOutbox } from '../support/outbox.ts'
import {
  abortRequest,
  expectErrorMessages,
  field,
  fieldMessage,
  fillFields,
  loginValues,
  mockApi,
  networkErrorMessage,
  newPasswordValues,
  respondWithError,
  submitButton,
} from './account-forms.ts'
import { dropConsoleErrors, expect, failedRequest, openPage, test } from './fixtures.ts'
import { createStudent, logIn, newStudent } from './students.ts'

const newPassword = 'battery staple 2?'
const usedLinkMessage = 'This reset link has expired or was already used. Please request a new one.'

async function findResetLink(email: string, dataDir: string): Promise<string> {
  let link = ''
  const readLink = async () => {
    const mail = (await readOutbox(dataDir)).findLast(({ to }) => to === email)
    link = /http\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    return link
  }
  await expect.poll(readLink).toContain('/reset-password?token=')
  return link
}

test('a password is reset through the link in the mail, which works once', async ({
  page,
  request,
  server,
}) => {
  const student = await createStudent(request)
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await fillFields(page, { Email: student.email })
  await submitButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('valid for 5 minutes')
  await expect(page.getByRole('main')).toContainText('may flag the mail as spam')
  await expect(page.locator('form')).toHaveCount(0)

  const link = await findResetLink(student.email, server.dataDir)
  await openPage(page, link)
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your password was changed.',
  )
  await expect(field(page, 'Email')).toBeVisible()
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials.')
  await field(page, 'Password').fill(newPassword)
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')

  await openPage(page, link)
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(usedLinkMessage)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a password reset ends the current session', async ({ page, server }) => {
  const student = await createStudent(page.request)
  await logIn(page, student)
  await page.request.post(apiPaths.requestPasswordReset, { data: { email: student.email } })
  await openPage(page, await findResetLink(student.email, server.dataDir))
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test('the reset form accepts only addresses of the two universities', async ({ page }) => {
  const calls = await mockApi(page, apiPaths.requestPasswordReset, respondWithError(400))
  await openPage(page, '/forgot-password')
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Email')).toHaveText('Field required')
  await field(page, 'Email').fill('ada@mcmaster.ca')
  await expect(fieldMessage(page, 'Email')).toHaveText('Invalid UWaterloo or Laurier email')
  await submitButton(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  expect(calls.count).toBe(0)
})

test('a failed reset request shows the error of the response', async ({ page, consoleErrors }) => {
  const form = {
    path: '/forgot-password',
    api: apiPaths.requestPasswordReset,
    values: { Email: newStudent().email },
  }
  await expectErrorMessages(page, form, [
    [respondWithError(400, 'Not this address.'), 'Not this address.'],
    [respondWithError(429, 'Too many reset requests.'), 'Too many reset requests.'],
    [respondWithError(500, 'Something went wrong.'), 'Something went wrong.'],
    [abortRequest, networkErrorMessage],
  ])
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(2)
})

test('a failed password change shows its error message', async ({ page, consoleErrors }) => {
  const form = {
    path: '/reset-password?token=any',
    api: apiPaths.resetPassword,
    values: newPasswordValues(newPassword),
  }
  await expectErrorMessages(page, form, [
    [respondWithError(500), 'An error occurred'],
    [respondWithError(429, 'Too many tries.'), 'Too many tries.'],
    [respondWithError(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
    [abortRequest, networkErrorMessage],
  ])
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(3)
})

test('a field error of the server is shown under the password', async ({ page }) => {
  const wrong = { password: 'Must include a number' }
  await mockApi(
    page,
    apiPaths.resetPassword,
    respondWithError(400, 'Please check: password.', wrong),
  )
  await openPage(page, '/reset-password?token=any')
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Password')).toHaveText('Must include a number')
  await expect(field(page, 'Password')).toBeFocused()
})

test('the new password is validated in the browser', async ({ page }) => {
  await openPage(page, '/reset-password?token=any')
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Password')).toHaveText('Field required')
  await expect(fieldMessage(page, 'Confirm password')).toHaveText('Field required')
  await fillFields(page, { Password: 'short', 'Confirm password': 'other' })
  await expect(fieldMessage(page, 'Password')).toHaveText('Must be longer than 8 characters')
  await expect(fieldMessage(page, 'Confirm password')).toHaveText('Passwords must match')
})

test('a link without token offers a new one', async ({ page }) => {
  await openPage(page, '/reset-password')
  await expect(page.getByRole('main')).toContainText('its token is missing')
  await expect(page.locator('form')).toHaveCount(0)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
