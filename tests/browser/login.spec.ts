import { apiPaths } from '#contract/paths.ts'
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
import { createStudent, logInAsNewStudent, newStudent } from './students.ts'

const refused =
  "Invalid login credentials. This shouldn't happen! Check your email and password, or reset it."

test('login leads to the dashboard and replaces the login page in the history', async ({
  page,
  request,
}) => {
  const student = await createStudent(request)
  await openPage(page, '/about')
  await openPage(page, '/login')
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(student.firstName)
  const links = page.getByRole('banner')
  await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(links.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a wrong password is rejected, then the right one is accepted', async ({ page, request }) => {
  const student = await createStudent(request)
  await page.setViewportSize({ width: 1366, height: 900 })
  await openPage(page, '/login')
  await fillFields(page, { ...loginValues(student), Password: 'something else' })
  const emailBox = await field(page, 'Email').boundingBox()
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(refused)
  expect(await field(page, 'Email').boundingBox(), 'the form does not move').toEqual(emailBox)
  await expect(field(page, 'Email')).toHaveValue(student.email)
  await field(page, 'Password').fill(student.password)
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('every error status has its message', async ({ page, consoleErrors }) => {
  const form = { path: '/login', api: apiPaths.login, values: loginValues(newStudent()) }
  await expectErrorMessages(page, form, [
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

test('field errors of the server are shown under their fields', async ({ page }) => {
  await mockApi(
    page,
    apiPaths.login,
    respondWithError(400, 'Please check.', { password: 'Too odd' }),
  )
  await openPage(page, '/login')
  await fillFields(page, loginValues(newStudent()))
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Password')).toHaveText('Too odd')
  await expect(field(page, 'Password')).toBeFocused()
})

test('required fields are validated on submit, then on every change', async ({ page }) => {
  const calls = await mockApi(page, apiPaths.login, respondWithError(401))
  await openPage(page, '/login')
  const email = field(page, 'Email')
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
  await expect(field(page, 'Password')).toBeFocused()
  expect(calls.count).toBe(0)
})

test('a pending form is marked as busy and sent only once', async ({ page }) => {
  const calls = await mockApi(page, apiPaths.login, () => undefined)
  await openPage(page, '/login')
  await fillFields(page, loginValues(newStudent()))
  await submitButton(page).dblclick()
  await expect(submitButton(page)).toHaveText('Logging in…')
  await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true')
  await submitButton(page).click({ force: true })
  await field(page, 'Password').press('Enter')
  await expect(submitButton(page)).toHaveText('Logging in…')
  expect(calls.count).toBe(1)
})

test('fields have autocomplete and keyboard hints', async ({ page }) => {
  await openPage(page, '/login')
  const email = field(page, 'Email')
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('inputmode', 'email')
  await expect(email).toHaveAttribute('autocapitalize', 'none')
  await expect(email).toHaveAttribute('enterkeyhint', 'next')
  await expect(email).toHaveAttribute('name', 'email')
  const password = field(page, 'Password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(password).toHaveAttribute('enterkeyhint', 'go')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
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
  await openPage(page, `/login?next=${encodeURIComponent('/about?from=login#top')}`)
  await field(page, 'Email').fill('ada@wlu')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/register\?next=/)
  await expect(field(page, 'Email')).toHaveValue('ada@wlu')
  await field(page, 'Email').fill(student.email)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(field(page, 'Password')).toBeFocused()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await expect(field(page, 'Email')).toHaveValue(student.email)
  await submitButton(page).click()
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await expect(page).toHaveURL('/login?next=%2Fabout%3Ffrom%3Dlogin%23top')
  await expect(field(page, 'Password')).toBeFocused()
  await page.keyboard.insertText(student.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/about?from=login#top')
})

const otherSites = [
  'https://other.example/',
  '//other.example/',
  '/\\other.example/',
  '/.//other.example/',
  'javascript:alert(1)',
  'other.example',
]

test('login never redirects to another site', async ({ page, request }) => {
  const student = await createStudent(request)
  await openPage(page, `/login?next=${encodeURIComponent('//other.example/')}`)
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  for (const next of otherSites) {
    const response = await page.request.get('/login', { params: { next }, maxRedirects: 0 })
    expect(response.headers().location).toBe('/dashboard')
  }
})

test('a logged-in student is redirected from login and sign-up', async ({ page }) => {
  await logInAsNewStudent(page)
  for (const path of ['/login', '/register']) {
    const response = await page.request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(302)
    expect(response.headers().location).toBe('/dashboard')
  }
  const wanted = await page.request.get('/login?next=%2Fabout', { maxRedirects: 0 })
  expect(wanted.headers().location).toBe('/about')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('a login page in another tab is redirected too', async ({ page, context }) => {
  await openPage(page, '/about')
  await openPage(page, '/login')
  const other = await context.newPage()
  const student = await createStudent(other.request)
  await openPage(other, '/login')
  await fillFields(other, loginValues(student))
  await submitButton(other).click()
  await expect(other).toHaveURL('/dashboard')
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('after a link the email has the focus, and Enter goes on to the password', async ({
  page,
}) => {
  await openPage(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(field(page, 'Email')).toBeFocused()
  await page.keyboard.type('ada@wlu.ca')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Password')).toBeFocused()
  await expect(fieldMessage(page, 'Password')).toBeEmpty()
})

test('under a refused login, the way to another password takes the email along', async ({
  page,
}) => {
  const { email } = newStudent()
  await openPage(page, '/login?next=/about')
  await fillFields(page, { Email: email, Password: 'something else' })
  await submitButton(page).click()
  await page.getByRole('alert').getByRole('link', { name: 'reset it' }).click()
  await expect(page).toHaveURL('/forgot-password?next=%2Fabout')
  await expect(field(page, 'Email')).toHaveValue(email)
  await page.reload()
  await waitForHydration(page)
  await expect(field(page, 'Email')).toHaveValue(email)
})
