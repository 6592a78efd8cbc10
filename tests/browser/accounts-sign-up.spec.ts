import { apiPaths } from '#contract/paths.ts'
import {
  answering,
  cutOff,
  expectSentences,
  field,
  fill,
  forgiveFailures,
  fulfilled,
  noAnswer,
  note,
  signUpValues,
  submit,
} from './accounts-forms.ts'
import { expect, test } from './fixtures.ts'
import { joined, newStudent, open } from './students.ts'

test('a student signs up and is on the dashboard at once', async ({ page }) => {
  const student = newStudent()
  await open(page, '/register')
  await fill(page, signUpValues({ ...student, email: student.email.toUpperCase() }))
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(student.firstName)
  const me = await page.request.get(apiPaths.me)
  expect(await me.json()).toMatchObject({ email: student.email, lastName: student.lastName })
})

test('a taken address is said under the field, until another is typed', async ({
  page,
  request,
}) => {
  const { email } = await joined(request)
  await open(page, '/register')
  await fill(page, signUpValues({ ...newStudent(), email }))
  await submit(page).click()
  await expect(note(page, 'Email')).toContainText('That email has been taken')
  await expect(field(page, 'Email')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.type('x')
  await expect(note(page, 'Email')).not.toContainText('taken')
  await field(page, 'Email').fill(newStudent().email)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('every failure has its sentence', async ({ page, complaints }) => {
  const form = { path: '/register', api: apiPaths.users, values: signUpValues(newStudent()) }
  await expectSentences(page, form, [
    [fulfilled(400), 'Improper request! Are you sure you meant to do that?'],
    [fulfilled(429, 'Too many sign-ups.'), 'Too many sign-ups.'],
    [fulfilled(500), 'An error occurred on our end. Please try again later.'],
    [fulfilled(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
    [cutOff, noAnswer],
  ])
  forgiveFailures(complaints, 3)
})

test('when only the login after it fails, that is said, and the account is not made twice', async ({
  page,
  complaints,
}) => {
  const created = await answering(page, apiPaths.users, (route) => route.continue())
  const login = await answering(page, apiPaths.login, () => undefined)
  await open(page, '/register')
  await fill(page, signUpValues(newStudent()))
  const sentences = {
    400: 'Failed to provide email and password.',
    401: "Invalid login credentials. This shouldn't happen!",
    500: 'An error occurred on our end. Please try again.',
  }
  for (const [status, sentence] of Object.entries(sentences)) {
    login.answer = fulfilled(Number(status))
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText(sentence)
  }
  login.answer = (route) => route.continue()
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(created.count).toBe(1)
  forgiveFailures(complaints, 1)
})

test('nothing is sent while a field is wrong, and all are named at once', async ({ page }) => {
  const calls = await answering(page, apiPaths.users, fulfilled(400))
  await open(page, '/register')
  await submit(page).click()
  for (const label of ['First name', 'Last name', 'Email', 'Password', 'Confirm password']) {
    await expect(note(page, label)).toContainText('Field required')
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field(page, 'First name')).toBeFocused()
  const red = await note(page, 'Email')
    .locator('.field-error')
    .evaluate((error) => getComputedStyle(error).color)
  expect(red).toBe('rgb(179, 38, 30)')
  await fill(page, { 'First name': 'Ada', 'Last name': 'L', Email: 'ada@gmail.com' })
  await expect(note(page, 'Email')).toContainText('Invalid UWaterloo or Laurier email')
  await field(page, 'Email').fill('ada@wlu.ca')
  await expect(note(page, 'Email')).not.toContainText('Invalid')
  await submit(page).click()
  await expect(field(page, 'Password')).toBeFocused()
  expect(calls.count).toBe(0)
})

test('the rules of a password tick themselves off, and the broken one is named', async ({
  page,
}) => {
  await open(page, '/register')
  const password = field(page, 'Password')
  const met = page.getByRole('list', { name: 'Password rules' }).locator('[data-met=true]')
  await password.fill('short')
  await password.blur()
  await expect(met).toHaveCount(0)
  await expect(note(page, 'Password')).toHaveText('Must be longer than 8 characters')
  await password.fill('long enough')
  await expect(met).toHaveText(['Longer than 8 characters (met)'])
  await expect(note(page, 'Password')).toHaveText('Must include a number')
  await password.fill('long enough 1')
  await expect(met).toHaveCount(2)
  await expect(note(page, 'Password')).toHaveText('Must include special character')
  await password.fill('long enough 1!')
  await expect(met).toHaveCount(3)
  await expect(note(page, 'Password')).toBeEmpty()
})

test('a confirmation that differs is named, whichever of the two changes', async ({ page }) => {
  await open(page, '/register')
  await fill(page, { Password: 'correct horse 1!', 'Confirm password': 'correct horse' })
  await expect(note(page, 'Confirm password')).toBeEmpty()
  await field(page, 'Confirm password').blur()
  await expect(note(page, 'Confirm password')).toHaveText('Passwords do not match')
  await page.keyboard.press('Tab')
  await field(page, 'Confirm password').fill('correct horse 1!')
  await expect(note(page, 'Confirm password')).toBeEmpty()
  await field(page, 'Password').fill('correct horse 2!')
  await expect(note(page, 'Confirm password')).toHaveText('Passwords do not match')
  await field(page, 'Password').fill('correct horse 1!')
  await expect(note(page, 'Confirm password')).toBeEmpty()
})

test('password managers and phone keyboards know each field', async ({ page }) => {
  await open(page, '/register')
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
