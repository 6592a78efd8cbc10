import type { Page, Route } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Student } from './students.ts'

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export const submitButton = (page: Page) => page.locator('form button[type=submit]')

/** Returns the help or error text under a field. */
export const fieldMessage = (page: Page, label: string) =>
  page.locator('.field', { has: field(page, label) }).locator('.field-message')

export async function fillFields(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

export const loginValues = ({ email, password }: Student) => ({ Email: email, Password: password })

export const signUpValues = (student: Student) => ({
  'First name': student.firstName,
  'Last name': student.lastName,
  ...loginValues(student),
  'Confirm password': student.password,
})

export const newPasswordValues = (password: string) => ({
  Password: password,
  'Confirm password': password,
})

/** Handles and counts the requests to a path. The handler can be replaced later. */
export async function mockApi(page: Page, path: string, handle: (route: Route) => unknown) {
  const calls = { count: 0, handle }
  await page.route(`**${path}`, async (route) => {
    calls.count++
    await calls.handle(route)
  })
  return calls
}

/** Submits the filled form once for each mocked response, and expects its error message. */
export async function expectErrorMessages(
  page: Page,
  calls: Awaited<ReturnType<typeof mockApi>>,
  expected: [handle: (route: Route) => unknown, message: string][],
) {
  const countBefore = calls.count
  for (const [handle, message] of expected) {
    calls.handle = handle
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(submitButton(page)).not.toHaveAttribute('aria-busy')
  }
  expect(calls.count - countBefore).toBe(expected.length)
}

export const continueRequest = (route: Route) => route.continue()

export const respondWithError =
  (status: number, error = 'A message of the server.', fields = {}) =>
  (route: Route) =>
    route.fulfill({ status, json: { error, code: 'bad_request', fields } })

export const abortRequest = (route: Route) => route.abort()

/** Chromium's message for a failed fetch. */
export const networkErrorMessage = 'Failed to fetch. Check your connection and try again.'
