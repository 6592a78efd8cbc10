import { apiPaths } from '#contract/paths.ts'
import { at } from '../support/campus-email.ts'
import { expectAccessible } from './accessibility.ts'
import {
  abortRequest,
  continueRequest,
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

test('the form has hints for keyboards and password managers, and validates what is typed', async ({
  page,
}) => {
  const calls = await mockApi(page, apiPaths.users, respondWithError(400))
  await openPage(page, '/register')

  await test.step('hints', async () => {
    const hints = {
      'First name': ['given-name', 'next'],
      'Last name': ['family-name', 'next'],
      Email: ['email', 'next'],
      Password: ['new-password', 'next'],
      'Confirm password': ['new-password', 'go'],
    }
    for (const [label, [autocomplete = '', enterkeyhint = '']] of Object.entries(hints)) {
      await expect.soft(field(page, label)).toHaveAttribute('autocomplete', autocomplete)
      await expect.soft(field(page, label)).toHaveAttribute('enterkeyhint', enterkeyhint)
    }
    await expect.soft(field(page, 'Email')).toHaveAttribute('inputmode', 'email')
  })

  await test.step('a confirmation that differs, whichever of the two changes', async () => {
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

  await test.step('the password rules are ticked off, and the first broken one is the error', async () => {
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

  await test.step('an invalid form is not sent, and all errors are shown at once', async () => {
    await fillFields(page, { Password: '', 'Confirm password': '' })
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
      'Invalid UWaterloo or Laurier email Use your @uwaterloo.ca, @mylaurier.ca or @wlu.ca email.',
    )
    await field(page, 'Email').fill(at('ada', 1, 1))
    await expect(fieldMessage(page, 'Email')).not.toContainText('Invalid')
    await submitButton(page).click()
    await expect(field(page, 'Password')).toBeFocused()
    expect(calls.count).toBe(0)
  })
})

test('the first press of the button counts, although leaving a field moves the button', async ({
  page,
}) => {
  const { Email, ...others } = signUpValues(newStudent())
  await openPage(page, '/register')
  await fillFields(page, { ...others, Email: 'zoe@gmail.com' })
  const submitted = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('submit', () => resolve(true))),
  )
  await submitButton(page).hover()
  await page.mouse.down()
  await expect(field(page, 'Email')).not.toBeFocused()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.mouse.up()
  expect(await submitted).toBe(true)
  await expect(fieldMessage(page, 'Email')).toContainText('Invalid UWaterloo or Laurier email')
  await expect(field(page, 'Email')).toBeFocused()
})

test('every error status has its message, and when only the login fails, submitting again only logs in', async ({
  page,
  consoleErrors,
}) => {
  const created = await mockApi(page, apiPaths.users, continueRequest)
  const login = await mockApi(page, apiPaths.login, () => undefined)
  await openPage(page, '/register')
  await fillFields(page, signUpValues(newStudent()))
  await expectErrorMessages(page, created, [
    [respondWithError(400), 'Improper request! Are you sure you meant to do that?'],
    [respondWithError(429, 'Too many sign-ups.'), 'Too many sign-ups.'],
    [respondWithError(500), 'An error occurred on our end. Please try again later.'],
    [respondWithError(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
    [abortRequest, networkErrorMessage],
  ])
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(3)

  created.handle = continueRequest
  created.count = 0
  await expectErrorMessages(page, login, [
    [respondWithError(400), 'Failed to provide email and password.'],
    [respondWithError(401), "Invalid login credentials. This shouldn't happen!"],
    [respondWithError(500), 'An error occurred on our end. Please try again.'],
  ])
  login.handle = continueRequest
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(created.count).toBe(1)
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
})

test('a taken address is reported until it is changed, with the ways to get in, and a common password is pointed out', async ({
  page,
  request,
}) => {
  const { email } = await createStudent(request)
  const values = signUpValues({ ...newStudent(), email, password: 'Password1!' })
  await openPage(page, '/register?next=/about')
  await fillFields(page, values)
  await submitButton(page).click()
  const message = fieldMessage(page, 'Email')
  await expect(message).toContainText('That email has been taken')
  await expect(message).toContainText('Is it yours? Log in or reset your password.')
  await expect(field(page, 'Email')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const logIn = message.getByRole('link', { name: 'Log in' })
  await expect(logIn).toHaveAttribute('href', '/login?next=%2Fabout')
  await expectAccessible(page, page.getByRole('main').locator('form'))
  await message.getByRole('link', { name: 'reset your password' }).click()
  await expect(page).toHaveURL('/forgot-password?next=%2Fabout')

  await openPage(page, '/register')
  await fillFields(page, values)
  await submitButton(page).click()
  await expect(message).toContainText('That email has been taken')
  await page.keyboard.type('x')
  await expect(message).not.toContainText('taken')
  await field(page, 'Email').fill(newStudent().email)
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  // This is a try-out site, which accepts common passwords.
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your account is ready. This password is too common. You can change it on your account page.',
  )
})
