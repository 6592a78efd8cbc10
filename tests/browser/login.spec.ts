import { apiPaths } from '#contract/paths.ts'
import { at } from '../support/campus-email.ts'
import {
  abortRequest,
  expectErrorMessages,
  field,
  fieldMessage,
  fillFields,
  loginValues,
  mockApi,
  networkErrorMessage,
  respondWithError,
  submitButton,
} from './account-forms.ts'
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { createStudent, newStudent } from './students.ts'

const refused =
  "Invalid login credentials. This shouldn't happen! Check your email and password, or reset your password."

const otherSites = [
  'https://other.example/',
  '//other.example/',
  '/\\other.example/',
  '/.//other.example/',
  'javascript:alert(1)',
  'other.example',
]

test('login leads to the dashboard, replaces the login page in the history, and is seen in other tabs', async ({
  page,
  context,
  request,
}) => {
  const student = await createStudent(request)
  const reader = await context.newPage()
  const waiting = await context.newPage()
  await openPage(reader, '/about')
  await openPage(waiting, '/about')
  expect(await context.cookies(), 'visitors have no cookies').toEqual([])
  await openPage(waiting, '/login')
  await openPage(page, '/about')
  await openPage(page, '/login')
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(student.firstName)
  const links = page.getByRole('banner')
  await expect(links.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expect(links.getByRole('link', { name: 'Sign up' })).toHaveCount(0)

  await test.step('session and device are HttpOnly, SameSite=Lax cookies', async () => {
    const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' }
    // Browsers that offer passkeys on the login page have the challenge for them, for five minutes.
    const cookies = (await context.cookies())
      .filter(({ name }) => name !== 'quad-challenge')
      .toSorted((a, b) => a.name.localeCompare(b.name))
    expect(cookies).toEqual([
      expect.objectContaining({ name: 'quad', ...attributes }),
      expect.objectContaining({ name: 'quad-device', ...attributes }),
    ])
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  await test.step('the other tabs', async () => {
    await expect(reader.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(reader).toHaveURL('/about')
    await expect(waiting).toHaveURL('/dashboard')
  })

  await test.step('Back', async () => {
    for (const tab of [page, waiting]) {
      await tab.goBack()
      await expect(tab).toHaveURL('/about')
    }
  })

  await test.step('login and sign-up redirect the student, and never to another site', async () => {
    const redirects = {
      '/login': '/dashboard',
      '/register': '/dashboard',
      '/login?next=%2Fabout': '/about',
      ...Object.fromEntries(
        otherSites.map((next) => [`/login?${new URLSearchParams({ next })}`, '/dashboard']),
      ),
    }
    for (const [path, location] of Object.entries(redirects)) {
      const response = await page.request.get(path, { maxRedirects: 0 })
      expect.soft(response.status(), path).toBe(302)
      expect.soft(response.headers().location, path).toBe(location)
    }
  })
})

test('the form has hints for keyboards and password managers, validates, shows errors of the server, and is sent once', async ({
  page,
  consoleErrors,
}) => {
  const calls = await mockApi(page, apiPaths.login, respondWithError(401))
  await openPage(page, '/login')
  const email = field(page, 'Email')
  const password = field(page, 'Password')

  await test.step('hints', async () => {
    const attributes = {
      autocomplete: 'username webauthn',
      type: 'email',
      inputmode: 'email',
      autocapitalize: 'none',
      enterkeyhint: 'next',
      name: 'email',
    }
    for (const [name, value] of Object.entries(attributes)) {
      await expect.soft(email).toHaveAttribute(name, value)
    }
    await expect.soft(password).toHaveAttribute('autocomplete', 'current-password')
    await expect.soft(password).toHaveAttribute('enterkeyhint', 'go')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  await test.step('required fields, on submit, then on every change', async () => {
    await email.focus()
    await expect(fieldMessage(page, 'Email')).toBeEmpty()
    await email.blur()
    await expect(fieldMessage(page, 'Email')).toBeEmpty()
    await submitButton(page).click()
    await expect(fieldMessage(page, 'Email')).toHaveText('Field required')
    await expect(email).toHaveAccessibleDescription('Field required')
    await expect(fieldMessage(page, 'Password')).toHaveText('Field required')
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('a')
    await expect(fieldMessage(page, 'Email')).toBeEmpty()
    await submitButton(page).click()
    await expect(password).toBeFocused()
    expect(calls.count).toBe(0)
  })

  await test.step('a field error of the server', async () => {
    calls.handle = respondWithError(400, 'Please check.', { password: 'Too odd' })
    await fillFields(page, loginValues(newStudent()))
    await submitButton(page).click()
    await expect(fieldMessage(page, 'Password')).toHaveText('Too odd')
    await expect(password).toBeFocused()
  })

  await test.step('every error status', async () => {
    await fillFields(page, loginValues(newStudent()))
    await expectErrorMessages(page, calls, [
      [respondWithError(400), 'Failed to provide email and password.'],
      [respondWithError(401), refused],
      [respondWithError(418), 'An error occured'],
      [respondWithError(429, 'Too many failed tries.'), 'Too many failed tries.'],
      [respondWithError(500), 'An error occurred on our end. Please try again.'],
      [respondWithError(502), 'An error occured'],
      [respondWithError(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
      [abortRequest, networkErrorMessage],
    ])
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(4)
  })

  await test.step('pending', async () => {
    calls.handle = () => undefined
    calls.count = 0
    await submitButton(page).dblclick()
    await expect(submitButton(page)).toHaveText('Logging in…')
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true')
    await submitButton(page).click({ force: true })
    await password.press('Enter')
    await expect(submitButton(page)).toHaveText('Logging in…')
    expect(calls.count).toBe(1)
  })
})

test('input from before hydration is kept', async ({ page, request }) => {
  const student = await createStudent(request)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => released.then(() => route.continue()))
  await page.goto('/login', { waitUntil: 'commit' })
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page).toHaveURL('/login')
  release()
  await waitForHydration(page)
  await expect(field(page, 'Email')).toHaveValue(student.email)
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('login leads back to the requested page, also through the other forms, which keep the email', async ({
  page,
  request,
}) => {
  const student = await createStudent(request)
  const next = '?next=%2Fabout%3Ffrom%3Dlogin%23top'
  await openPage(page, `/login${next}`)
  await field(page, 'Email').fill('ada@wlu')
  await page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click()
  await expect(page).toHaveURL(`/register${next}`)
  // The address changes before the page does, and both pages have the same field labels.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Quad')
  await expect(field(page, 'Email')).toHaveValue('ada@wlu')
  await field(page, 'Email').fill(student.email)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(field(page, 'Password')).toBeFocused()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await expect(field(page, 'Email')).toHaveValue(student.email)
  await submitButton(page).click()
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await expect(page).toHaveURL(`/login${next}`)
  await expect(field(page, 'Password')).toBeFocused()

  await test.step('a refused login offers another password', async () => {
    await page.keyboard.insertText('something else')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByRole('link', { name: 'reset your password' }).click()
    await expect(page).toHaveURL(`/forgot-password${next}`)
    await expect(field(page, 'Email')).toHaveValue(student.email)
    await page.reload()
    await waitForHydration(page)
    await expect(field(page, 'Email')).toHaveValue(student.email)
    await submitButton(page).click()
    await page.getByRole('link', { name: 'Back to log in' }).click()
    await expect(field(page, 'Password')).toBeFocused()
  })

  await page.keyboard.insertText(student.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/about?from=login#top')
})

test('after a link the email has the focus, and Enter goes on to the password', async ({
  page,
}) => {
  await openPage(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(field(page, 'Email')).toBeFocused()
  await page.keyboard.type(at('ada', 1, 1))
  await page.keyboard.press('Enter')
  await expect(field(page, 'Password')).toBeFocused()
  await expect(fieldMessage(page, 'Password')).toBeEmpty()
})
