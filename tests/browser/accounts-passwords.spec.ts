import { apiPaths } from '#contract/paths.ts'
import { readOutbox } from '../support/outbox.ts'
import {
  answering,
  cutOff,
  expectSentences,
  field,
  fill,
  forgiveFailures,
  fulfilled,
  loginValues,
  newPasswordValues,
  noAnswer,
  note,
  submit,
} from './accounts-forms.ts'
import { expect, test } from './fixtures.ts'
import { joined, newStudent, open, signIn } from './students.ts'

const newPassword = 'battery staple 2?'
const deadLink = 'This reset link has expired or was already used. Please request a new one.'

async function linkMailedTo(email: string, dataDir: string): Promise<string> {
  let link = ''
  const lookForIt = async () => {
    const mail = (await readOutbox(dataDir)).findLast(({ to }) => to === email)
    link = /http\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    return link
  }
  await expect.poll(lookForIt).toContain('/reset-password?token=')
  return link
}

test('a forgotten password is replaced through the mail', async ({ page, request, server }) => {
  const student = await joined(request)
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await fill(page, { Email: student.email })
  await submit(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('valid for 5 minutes')
  await expect(page.getByRole('main')).toContainText('may flag the mail as spam')
  await expect(page.locator('form')).toHaveCount(0)

  const link = await linkMailedTo(student.email, server.dataDir)
  await open(page, link)
  await fill(page, newPasswordValues(newPassword))
  await submit(page).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your password was changed.',
  )
  await expect(field(page, 'Email')).toBeVisible()
  await fill(page, loginValues(student))
  await submit(page).click()
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials.')
  await field(page, 'Password').fill(newPassword)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')

  await open(page, link)
  await fill(page, newPasswordValues(newPassword))
  await submit(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(deadLink)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a new password ends the session of this browser too', async ({ page, server }) => {
  const student = await joined(page.request)
  await signIn(page, student)
  await page.request.post(apiPaths.resetPassword, { data: { email: student.email } })
  await open(page, await linkMailedTo(student.email, server.dataDir))
  await fill(page, newPasswordValues(newPassword))
  await submit(page).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test('only an address of the two universities can ask for a link', async ({ page }) => {
  const calls = await answering(page, apiPaths.resetPassword, fulfilled(400))
  await open(page, '/forgot-password')
  await submit(page).click()
  await expect(note(page, 'Email')).toHaveText('Field required')
  await field(page, 'Email').fill('ada@mcmaster.ca')
  await expect(note(page, 'Email')).toHaveText('Invalid UWaterloo or Laurier email')
  await submit(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  expect(calls.count).toBe(0)
})

test('a failed request for a link shows what the answer says', async ({ page, complaints }) => {
  const form = {
    path: '/forgot-password',
    api: apiPaths.resetPassword,
    values: { Email: newStudent().email },
  }
  await expectSentences(page, form, [
    [fulfilled(400, 'Not this address.'), 'Not this address.'],
    [fulfilled(429, 'Too many reset requests.'), 'Too many reset requests.'],
    [fulfilled(500, 'Something went wrong.'), 'Something went wrong.'],
    [cutOff, noAnswer],
  ])
  forgiveFailures(complaints, 2)
})

test('a failed change of the password has its sentence', async ({ page, complaints }) => {
  const form = {
    path: '/reset-password?token=any',
    api: apiPaths.changePassword,
    values: newPasswordValues(newPassword),
  }
  await expectSentences(page, form, [
    [fulfilled(500), 'An error occurred'],
    [fulfilled(429, 'Too many tries.'), 'Too many tries.'],
    [fulfilled(503, 'Quad is busy right now.'), 'Quad is busy right now.'],
    [cutOff, noAnswer],
  ])
  forgiveFailures(complaints, 3)
})

test('a password the server finds wrong is named under its field', async ({ page }) => {
  const wrong = { password: 'Must include a number' }
  await answering(page, apiPaths.changePassword, fulfilled(400, 'Please check: password.', wrong))
  await open(page, '/reset-password?token=any')
  await fill(page, newPasswordValues(newPassword))
  await submit(page).click()
  await expect(note(page, 'Password')).toHaveText('Must include a number')
  await expect(field(page, 'Password')).toBeFocused()
})

test('a new password is checked like any other', async ({ page }) => {
  await open(page, '/reset-password?token=any')
  await submit(page).click()
  await expect(note(page, 'Password')).toHaveText('Field required')
  await expect(note(page, 'Confirm password')).toHaveText('Field required')
  await fill(page, { Password: 'short', 'Confirm password': 'other' })
  await expect(note(page, 'Password')).toHaveText('Must be longer than 8 characters')
  await expect(note(page, 'Confirm password')).toHaveText('Passwords must match')
})

test('a link without its token says so and leads to a new one', async ({ page }) => {
  await open(page, '/reset-password')
  await expect(page.getByRole('main')).toContainText('its token is missing')
  await expect(page.locator('form')).toHaveCount(0)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
