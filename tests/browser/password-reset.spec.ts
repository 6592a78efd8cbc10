import { invalidResetLinkMessage } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { requestResetLink } from '../support/reset-link.ts'
import {
  abortRequest,
  continueRequest,
  expectErrorMessages,
  field,
  fieldMessage,
  fillFields,
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
import { createStudent, logInAsNewStudent, newStudent } from './students.ts'

const newPassword = 'battery staple 2?'

test('a second link opened in the same tab takes the place of the first, and ends the session', async ({
  page,
  server,
}) => {
  const { email } = await logInAsNewStudent(page)
  await openPage(page, '/reset-password#token=dead')
  await expect(page.getByRole('main')).toContainText(invalidResetLinkMessage)
  // Only the part after # differs, so the browser loads nothing.
  await page.goto(await requestResetLink(server, email))
  await expect(page).toHaveURL('/reset-password')
  await fillFields(page, newPasswordValues(newPassword))
  await submitButton(page).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test('a link without a token leads to the form that sends one, to the two universities only', async ({
  page,
  consoleErrors,
}) => {
  await openPage(page, '/reset-password')
  await expect(page.getByRole('main')).toContainText('This link is incomplete. Ask for a new one.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main').locator('form')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')

  await submitButton(page).click()
  await expect(fieldMessage(page, 'Email')).toHaveText('Field required')
  await field(page, 'Email').fill('ada@mcmaster.ca')
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Email')).toHaveText(
    'Invalid UWaterloo or Laurier email Use your @uwaterloo.ca, @mylaurier.ca or @wlu.ca email.',
  )
  await expect(field(page, 'Email')).toBeFocused()

  const message = 'Invalid UWaterloo or Laurier email'
  const refuse = respondWithError(400, 'Please check: email.', { email: message })
  const calls = await mockApi(page, apiPaths.requestPasswordReset, refuse)
  await field(page, 'Email').fill(newStudent().email)
  await submitButton(page).click()
  await expect(fieldMessage(page, 'Email')).toContainText(message)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectErrorMessages(page, calls, [
    [respondWithError(400, 'Not this address.'), 'Not this address.'],
    [respondWithError(429, 'Too many reset requests.'), 'Too many reset requests.'],
    [respondWithError(500, 'Something went wrong.'), 'Something went wrong.'],
    [abortRequest, networkErrorMessage],
  ])
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(2)
})

test('the new password is validated, errors of the server are shown, and so is a link used in another tab', async ({
  page,
  request,
  server,
  consoleErrors,
}) => {
  const { email } = await createStudent(request)
  const link = await requestResetLink(server, email)
  const calls = await mockApi(page, apiPaths.resetPassword, () => undefined)
  await openPage(page, link)

  await test.step('in the browser', async () => {
    await submitButton(page).click()
    await expect(fieldMessage(page, 'Password')).toHaveText('Field required')
    await expect(fieldMessage(page, 'Confirm password')).toHaveText('Field required')
    await fillFields(page, { Password: 'short', 'Confirm password': 'other' })
    await expect(fieldMessage(page, 'Password')).toHaveText('Must be longer than 8 characters')
    await expect(fieldMessage(page, 'Confirm password')).toHaveText('Passwords must match')
    expect(calls.count).toBe(0)
  })

  await test.step('a field error of the server', async () => {
    const wrong = { password: 'Must include a number' }
    calls.handle = respondWithError(400, 'Please check: password.', wrong)
    await fillFields(page, newPasswordValues(newPassword))
    await submitButton(page).click()
    await expect(fieldMessage(page, 'Password')).toHaveText('Must include a number')
    await expect(field(page, 'Password')).toBeFocused()
  })

  await test.step('every other error', async () => {
    await fillFields(page, newPasswordValues(newPassword))
    await expectErrorMessages(page, calls, [
      [respondWithError(500), 'An error occurred'],
      [respondWithError(429, 'Too many tries.'), 'Too many tries.'],
      [respondWithError(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
      [abortRequest, networkErrorMessage],
    ])
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(3)
  })

  await test.step('a link used in another tab', async () => {
    calls.handle = continueRequest
    const token = link.split('#token=')[1]
    await request.post(apiPaths.resetPassword, { data: { token, password: newPassword } })
    await submitButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('main')).toContainText(invalidResetLinkMessage)
  })
})

for (const separator of ['#', '?']) {
  // For the second link, the server does not say whether it is valid.
  const isChecked = separator === '#'
  test(`the token of a link with ${separator} leaves the address bar; a reload and Back keep it${isChecked ? '' : ', also if the link cannot be checked'}`, async ({
    page,
    server,
  }) => {
    const { email } = await createStudent(page.request)
    const link = (await requestResetLink(server, email)).replace('#', separator)
    const token = link.split('token=')[1] ?? ''
    if (!isChecked) {
      await mockApi(page, apiPaths.checkResetLink, respondWithError(429, 'Too many links.'))
    }
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
    // The request for the page itself contains the link as it was opened.
    page.removeAllListeners('request')
    const lines = await Promise.all(requests)
    const others = lines.filter((line) => !line.startsWith(`${link} `))
    expect(others.length).toBeGreaterThan(5)
    expect(others.filter((line) => line.includes(token))).toEqual([])
  })
}

test('a link without a token never shows the form', async ({ page }) => {
  const loading = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!deferred-entry).*\.js$/, async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.goto('/reset-password')
  await expect(page.getByRole('main').locator('form')).toBeHidden()
  loading.resolve()
  await expect(page.getByRole('main')).toContainText('This link is incomplete. Ask for a new one.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a form sent before JavaScript has loaded changes the password', async ({ page, server }) => {
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
