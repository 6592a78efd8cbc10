import { apiPaths } from '#contract/paths.ts'
import {
  abortRequest,
  expectErrorMessages,
  field,
  fieldMessage,
  fillFields,
  mockApi,
  networkErrorMessage,
  respondWithError,
  signUpValues,
  submitButton,
} from './account-forms.ts'
import { dropConsoleErrors, expect, failedRequest, openPage, test } from './fixtures.ts'
import { createStudent, newStudent } from './students.ts'

test('sign-up logs in and leads to the dashboard', async ({ page }) => {
  const student = newStudent()
  await openPage(page, '/register')
  await fillFields(page, signUpValues({ ...student, email: student.email.toUpperCase() }))
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText(student.firstName)
  await expect(heading).toBeFocused()
  await expect(page.getByRole('region', { name: 'Welcome to Quad' })).toBeVisible()
  const me = await page.request.get(apiPaths.me)
  expect(await me.json()).toMatchObject({ email: student.email, lastName: student.lastName })
})

test('a taken address is reported under the field until it is changed', async ({
  page,
  request,
}) => {
  const { email } = await createStudent(request)
  await openPage(page, '/register')
  await fillFields(page, signUpValues({ ...newStudent(), email }))
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Email')).toContainText('That email has been taken')
  await expect(field(page, 'Email')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.type('x')
  await expect(fieldMessage(page, 'Email')).not.toContainText('taken')
  await field(page, 'Email').fill(newStudent().email)
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('every error status has its message', async ({ page, consoleErrors }) => {
  const form = { path: '/register', api: apiPaths.users, values: signUpValues(newStudent()) }
  await expectErrorMessages(page, form, [
    [respondWithError(400), 'Improper request! Are you sure you meant to do that?'],
    [respondWithError(429, 'Too many sign-ups.'), 'Too many sign-ups.'],
    [respondWithError(500), 'An error occurred on our end. Please try again later.'],
    [respondWithError(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
    [abortRequest, networkErrorMessage],
  ])
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(3)
})

test('when the login after sign-up fails, submitting again only logs in', async ({
  page,
  consoleErrors,
}) => {
  const created = await mockApi(page, apiPaths.users, (route) => route.continue())
  const login = await mockApi(page, apiPaths.login, () => undefined)
  await openPage(page, '/register')
  await fillFields(page, signUpValues(newStudent()))
  const messages = {
    400: 'Failed to provide email and password.',
    401: "Invalid login credentials. This shouldn't happen!",
    500: 'An error occurred on our end. Please try again.',
  }
  for (const [status, message] of Object.entries(messages)) {
    login.handle = respondWithError(Number(status))
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(message)
  }
  login.handle = (route) => route.continue()
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(created.count).toBe(1)
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
})

test('an invalid form is not sent, and all errors are shown at once', async ({ page }) => {
  const calls = await mockApi(page, apiPaths.users, respondWithError(400))
  await openPage(page, '/register')
  await submitButton(page).click()
  for (const label of ['First name', 'Last name', 'Email', 'Password', 'Confirm password']) {
    await expect(fieldMessage(page, label)).toContainText('Field required')
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field(page, 'First name')).toBeFocused()
  const red = await fieldMessage(page, 'Email')
    .locator('.field-error')
    .evaluate((error) => getComputedStyle(error).color)
  expect(red).toBe('rgb(179, 38, 30)')
  await fillFields(page, { 'First name': 'Ada', 'Last name': 'L', Email: 'ada@gmail.com' })
  await expect(fieldMessage(page, 'Email')).toContainText(
    'Invalid UWaterloo or Laurier email Use your @uwaterloo.ca, @mylaurier.ca or @wlu.ca address.',
  )
  await field(page, 'Email').fill('ada@wlu.ca')
  await expect(fieldMessage(page, 'Email')).not.toContainText('Invalid')
  await submitButton(page).click()
  await expect(field(page, 'Password')).toBeFocused()
  expect(calls.count).toBe(0)
})

test('the password rules are ticked off, and the first broken one is the error', async ({
  page,
}) => {
  await openPage(page, '/register')
  const password = field(page, 'Password')
  const met = page.getByRole('list', { name: 'Password rules' }).locator('[data-met=true]')
  await password.fill('short')
  await password.blur()
  await expect(met).toHaveCount(0)
  await expect(fieldMessage(page, 'Password')).toHaveText('Must be longer than 8 characters')
  await password.fill('long enough')
  await expect(met).toHaveText(['Longer than 8 characters (met)'])
  await expect(fieldMessage(page, 'Password')).toHaveText('Must include a number')
  await password.fill('long enough 1')
  await expect(met).toHaveCount(2)
  await expect(fieldMessage(page, 'Password')).toHaveText('Must include special character')
  await password.fill('long enough 1!')
  await expect(met).toHaveCount(3)
  await expect(fieldMessage(page, 'Password')).toBeEmpty()
})

test('a confirmation that differs is reported, whichever of the two changes', async ({ page }) => {
  await openPage(page, '/register')
  await fillFields(page, { Password: 'correct horse 1!', 'Confirm password': 'correct horse' })
  await expect(fieldMessage(page, 'Confirm password')).toBeEmpty()
  await field(page, 'Confirm password').blur()
  await expect(fieldMessage(page, 'Confirm password')).toHaveText('Passwords do not match')
  await page.keyboard.press('Tab')
  await field(page, 'Confirm password').fill('correct horse 1!')
  await expect(fieldMessage(page, 'Confirm password')).toBeEmpty()
  await field(page, 'Password').fill('correct horse 2!')
  await expect(fieldMessage(page, 'Confirm password')).toHaveText('Passwords do not match')
  await field(page, 'Password').fill('correct horse 1!')
  await expect(fieldMessage(page, 'Confirm password')).toBeEmpty()
})

test('fields have autocomplete and keyboard hints', async ({ page }) => {
  await openPage(page, '/register')
  const hints = {
    'First name': ['given-name', 'next'],
    'Last name': ['family-name', 'next'],
    Email: ['email', 'next'],
    Password: ['new-password', 'next'],
    'Confirm password': ['new-password', 'go'],
  }
  for (const [label, [autocomplete = '', enterkeyhint = '']] of Object.entries(hints)) {
    await expect(field(page, label)).toHaveAttribute('autocomplete', autocomplete)
    await expect(field(page, label)).toHaveAttribute('enterkeyhint', enterkeyhint)
  }
  await expect(field(page, 'Email')).toHaveAttribute('inputmode', 'email')
})
