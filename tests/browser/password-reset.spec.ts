import type { Page } from '@playwright/test'
import { invalidResetLinkMessage } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { findResetLink, requestResetLink } from '../support/reset-link.ts'
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
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import type { Servers } from './servers.ts'
import { createStudent, logIn, newStudent } from './students.ts'

const newPassword = 'battery staple 2?'

/** Opens the form with the link of a new student. */
async function openResetForm(page: Page, server: Servers['main']) {
  const { email } = await createStudent(page.request)
  await openPage(page, await requestResetLink(server, email))
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('valid for 5 minutes')
  await expect(page.getByRole('main')).toContainText('may flag the email as spam')
  await expect(page.locator('form')).toHaveCount(0)

  const link = await findResetLink(server.dataDir, student.email)
  await openPage(page, link)
  await expect(page).toHaveURL('/reset-password')
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
  await expect(page.getByRole('main')).toContainText(invalidResetLinkMessage)
  await expect(page.locator('form')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a password reset ends the current session', async ({ page, server }) => {
  const student = await createStudent(page.request)
  await logIn(page, student)
  await openPage(page, await requestResetLink(server, student.email))
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test('a link that is used in another tab meanwhile is told after the form is sent', async ({
  page,
  request,
  server,
}) => {
  const { email } = await createStudent(request)
  const link = await requestResetLink(server, email)
  await openPage(page, link)
  const token = link.split('#token=')[1]
  await request.post(apiPaths.resetPassword, { data: { token, password: newPassword } })
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(invalidResetLinkMessage)
})

test('the reset form accepts only addresses of the two universities', async ({ page }) => {
  const calls = await mockApi(page, apiPaths.requestPasswordReset, respondWithError(400))
  await openPage(page, '/forgot-password')
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Email')).toHaveText('Field required')
  await field(page, 'Email').fill('ada@mcmaster.ca')
  await expect(fieldMessage(page, 'Email')).toHaveText(
    'Invalid UWaterloo or Laurier email Use your @uwaterloo.ca, @mylaurier.ca or @wlu.ca address.',
  )
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

test('a failed password change shows its error message', async ({
  page,
  server,
  consoleErrors,
}) => {
  const { email } = await createStudent(page.request)
  const form = {
    path: await requestResetLink(server, email),
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

test('a field error of the server is shown under the password', async ({ page, server }) => {
  const wrong = { password: 'Must include a number' }
  await mockApi(
    page,
    apiPaths.resetPassword,
    respondWithError(400, 'Please check: password.', wrong),
  )
  await openResetForm(page, server)
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Password')).toHaveText('Must include a number')
  await expect(field(page, 'Password')).toBeFocused()
})

test('the new password is validated in the browser', async ({ page, server }) => {
  await openResetForm(page, server)
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Password')).toHaveText('Field required')
  await expect(fieldMessage(page, 'Confirm password')).toHaveText('Field required')
  await fillFields(page, { Password: 'short', 'Confirm password': 'other' })
  await expect(fieldMessage(page, 'Password')).toHaveText('Must be longer than 8 characters')
  await expect(fieldMessage(page, 'Confirm password')).toHaveText('Passwords must match')
})

for (const separator of ['#', '?']) {
  test(`the token of a link with ${separator} leaves the address bar; a reload and Back keep it`, async ({
    page,
    server,
  }) => {
    const { email } = await createStudent(page.request)
    const link = (await requestResetLink(server, email)).replace('#', separator)
    const token = link.split('token=')[1] ?? ''
    const requests: Promise<string>[] = []
    page.on('request', (request) => {
      const headers = request.allHeaders()
      requests.push(headers.then(({ referer = '' }) => `${request.url()} ${referer}`))
    })
    await openPage(page, link)
    await expect(page).toHaveURL('/reset-password')
    await page.reload()
    await waitForHydration(page)
    await page.goto('/about')
    await page.goBack()
    await waitForHydration(page)
    await fillFields(page, newPasswordValues(newPassword))
    await submitButton(page).click()
    await expect(page).toHaveURL('/login')
    // The request for the page itself is the link as it was opened.
    page.removeAllListeners('request')
    const lines = await Promise.all(requests)
    const others = lines.filter((line) => !line.startsWith(`${link} `))
    expect(others.length).toBeGreaterThan(5)
    expect(others.filter((line) => line.includes(token))).toEqual([])
  })
}

test('a second link opened in the same tab takes the place of the first', async ({
  page,
  server,
}) => {
  await openPage(page, '/reset-password#token=dead')
  await expect(page.getByRole('main')).toContainText(invalidResetLinkMessage)
  const { email } = await createStudent(page.request)
  // Only the part after # differs, so the browser loads nothing.
  await page.goto(await requestResetLink(server, email))
  await expect(page).toHaveURL('/reset-password')
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page).toHaveURL('/login')
})

test('a form sent before the code has loaded changes the password', async ({ page, server }) => {
  const { email } = await createStudent(page.request)
  const link = await requestResetLink(server, email)
  const loading = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!deferred-entry).*\.js$/, async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.goto(link)
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  loading.resolve()
  await expect(page).toHaveURL('/login')
})

test('the form stays when the link cannot be checked', async ({ page, server }) => {
  await mockApi(page, apiPaths.checkResetLink, respondWithError(429, 'Too many links.'))
  await openResetForm(page, server)
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page).toHaveURL('/login')
})

test('a link without token offers a new one', async ({ page }) => {
  await openPage(page, '/reset-password')
  await expect(page.getByRole('main')).toContainText('This link is incomplete. Ask for a new one.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('form')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
