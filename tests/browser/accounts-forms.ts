import type { Page, Route } from '@playwright/test'
import { expect } from './fixtures.ts'
import { open, type Student } from './students.ts'

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export const submit = (page: Page) => page.locator('form button[type=submit]')

/** What is said under a field. */
export const note = (page: Page, label: string) =>
  page.locator('.field', { has: field(page, label) }).locator('.field-note')

export async function fill(page: Page, values: Record<string, string>) {
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

/** Answers calls as told, and counts them. */
export async function answering(page: Page, path: string, answer: (route: Route) => unknown) {
  const calls = { count: 0, answer }
  await page.route(`**${path}`, async (route) => {
    calls.count++
    await calls.answer(route)
  })
  return calls
}

export const refusal = (status: number, error = 'The words of the server.', fields = {}) =>
  ({ status, json: { error, code: 'bad_request', fields } }) as const

/** Opens a form, fills it in and sends it, to be answered by each of these; each leaves its sentence on the screen. */
export async function expectSentences(
  page: Page,
  form: { path: string; api: string; values: Record<string, string> },
  sentences: [answer: (route: Route) => unknown, sentence: string][],
) {
  const calls = await answering(page, form.api, () => undefined)
  await open(page, form.path)
  await fill(page, form.values)
  for (const [answer, sentence] of sentences) {
    calls.answer = answer
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect(submit(page)).not.toHaveAttribute('aria-busy')
  }
  expect(calls.count).toBe(sentences.length)
}

export const fulfilled =
  (...answer: Parameters<typeof refusal>) =>
  (route: Route) =>
    route.fulfill(refusal(...answer))

export const cutOff = (route: Route) => route.abort()

/** What the browser says about a request that got no answer. */
export const noAnswer = 'Failed to fetch'

/** The browser logs failed requests; takes those away that a test has caused on purpose, and only those. */
export function forgiveFailures(complaints: string[], count: number) {
  const failed = complaints.filter((text) => text.startsWith('Failed to load resource'))
  expect(failed).toHaveLength(count)
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !failed.includes(text)))
}
