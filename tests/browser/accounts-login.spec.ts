import { apiPaths } from '#contract/paths.ts'
import {
  answering,
  cutOff,
  expectSentences,
  field,
  fill,
  forgiveFailures,
  fulfilled,
  loginValues,
  noAnswer,
  note,
  submit,
} from './accounts-forms.ts'
import { expect, hydrated, test } from './fixtures.ts'
import { joined, newStudent, open, sessionLinks, signedIn } from './students.ts'

test('a student logs in and comes to the dashboard', async ({ page, request, isMobile }) => {
  const student = await joined(request)
  await open(page, '/about')
  await open(page, '/login')
  await fill(page, loginValues(student))
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(student.firstName)
  const links = await sessionLinks(page, isMobile)
  await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(links.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a wrong password is refused, and the right one taken after it', async ({ page, request }) => {
  const student = await joined(request)
  await open(page, '/login')
  await fill(page, { ...loginValues(student), Password: 'something else' })
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    "Invalid login credentials. This shouldn't happen!",
  )
  await expect(field(page, 'Email')).toHaveValue(student.email)
  await field(page, 'Password').fill(student.password)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('every failure has its sentence', async ({ page, complaints }) => {
  const form = { path: '/login', api: apiPaths.login, values: loginValues(newStudent()) }
  await expectSentences(page, form, [
    [fulfilled(400), 'Failed to provide email and password.'],
    [fulfilled(401), "Invalid login credentials. This shouldn't happen!"],
    [fulfilled(418), 'An error occured'],
    [fulfilled(429, 'Too many failed tries.'), 'Too many failed tries.'],
    [fulfilled(500), 'An error occurred on our end. Please try again.'],
    [fulfilled(502), 'An error occured'],
    [fulfilled(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
    [cutOff, noAnswer],
  ])
  forgiveFailures(complaints, 4)
})

test('fields the server finds wrong say so', async ({ page }) => {
  await answering(page, apiPaths.login, fulfilled(400, 'Please check.', { password: 'Too odd' }))
  await open(page, '/login')
  await fill(page, loginValues(newStudent()))
  await submit(page).click()
  await expect(note(page, 'Password')).toHaveText('Too odd')
  await expect(field(page, 'Password')).toBeFocused()
})

test('empty fields are named at the first look away or try, then as they are filled', async ({
  page,
}) => {
  const calls = await answering(page, apiPaths.login, fulfilled(401))
  await open(page, '/login')
  const email = field(page, 'Email')
  await email.focus()
  await expect(note(page, 'Email')).toBeEmpty()
  await email.blur()
  await expect(note(page, 'Email')).toHaveText('Field required')
  await expect(email).toHaveAccessibleDescription('Field required')
  await expect(note(page, 'Password')).toBeEmpty()
  await submit(page).click()
  await expect(note(page, 'Password')).toHaveText('Field required')
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('a')
  await expect(note(page, 'Email')).toBeEmpty()
  await submit(page).click()
  await expect(field(page, 'Password')).toBeFocused()
  expect(calls.count).toBe(0)
})

test('a form under way shows it and is sent once only', async ({ page }) => {
  const calls = await answering(page, apiPaths.login, () => undefined)
  await open(page, '/login')
  await fill(page, loginValues(newStudent()))
  await submit(page).dblclick()
  await expect(submit(page)).toHaveText('Logging in…')
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
  await submit(page).click({ force: true })
  await field(page, 'Password').press('Enter')
  await expect(submit(page)).toHaveText('Logging in…')
  expect(calls.count).toBe(1)
})

test('password managers and phone keyboards know each field', async ({ page }) => {
  await open(page, '/login')
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

test('what was filled in before the page woke up counts', async ({ page, request }) => {
  const student = await joined(request)
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => awake.then(() => route.continue()))
  await page.goto('/login', { waitUntil: 'commit' })
  await fill(page, loginValues(student))
  await submit(page).click()
  await expect(page).toHaveURL('/login')
  wake()
  await hydrated(page)
  await expect(field(page, 'Email')).toHaveValue(student.email)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a login leads back to the page that was wanted, whichever form it goes through', async ({
  page,
  request,
}) => {
  const student = await joined(request)
  await open(page, `/login?next=${encodeURIComponent('/about?from=login#top')}`)
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/register\?next=/)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await expect(field(page, 'Password')).toBeVisible()
  await fill(page, loginValues(student))
  await submit(page).click()
  await expect(page).toHaveURL('/about?from=login#top')
})

const elsewhere = [
  'https://other.example/',
  '//other.example/',
  '/\\other.example/',
  '/.//other.example/',
  'javascript:alert(1)',
  'other.example',
]

test('a login never leads to another site', async ({ page, request }) => {
  const student = await joined(request)
  await open(page, `/login?next=${encodeURIComponent('//other.example/')}`)
  await fill(page, loginValues(student))
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  for (const next of elsewhere) {
    const answer = await page.request.get('/login', { params: { next }, maxRedirects: 0 })
    expect(answer.headers().location).toBe('/dashboard')
  }
})

test('a student who is logged in already goes on', async ({ page }) => {
  await signedIn(page)
  for (const path of ['/login', '/register']) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toBe('/dashboard')
  }
  const wanted = await page.request.get('/login?next=%2Fabout', { maxRedirects: 0 })
  expect(wanted.headers().location).toBe('/about')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('a login screen that is open in another tab goes on too', async ({ page, context }) => {
  await open(page, '/about')
  await open(page, '/login')
  const other = await context.newPage()
  const student = await joined(other.request)
  await open(other, '/login')
  await fill(other, loginValues(student))
  await submit(other).click()
  await expect(other).toHaveURL('/dashboard')
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})
