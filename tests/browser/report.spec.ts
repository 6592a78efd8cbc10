import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page, Route } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { hashToken } from '#server/students/sessions/session-token.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, loginValues, mockApi, respondWithError } from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { measureOverflow, setTextSize } from './layout.ts'
import { createListing } from './listings.ts'
import { createStudent, logIn, logInAsNewStudent } from './students.ts'

/** Creates a listing of another student. Logs the page's browser context out afterwards. */
async function createListingOfOther(page: Page) {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc', { title: 'Odd lamp' })
  const { id: sellerId } = await (await page.request.get(apiPaths.me)).json()
  await page.context().clearCookies()
  return { id, sellerId }
}

const reportButton = (page: Page) => page.getByRole('button', { name: 'Report this listing' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Report this listing' })
const note = (page: Page) => dialog(page).getByLabel('What should moderators know?')

test('a student reports a listing by keyboard', async ({ page }) => {
  const { id } = await createListingOfOther(page)
  await logInAsNewStudent(page)
  await openPage(page, `/misc/${id}`)
  await reportButton(page).press('Enter')
  await expect(dialog(page)).toBeVisible()
  const send = dialog(page).getByRole('button', { name: 'Send report' })
  await send.press('Enter')
  await expect(dialog(page)).toContainText('Choose a reason')
  await expect(dialog(page).getByRole('radio', { name: 'Scam' })).toBeFocused()
  // ArrowUp wraps to the last reason.
  await page.keyboard.press('ArrowUp')
  await expect(dialog(page).getByRole('radio', { name: 'Other' })).toBeChecked()
  await expect(dialog(page)).toContainText('Something else.')
  await send.press('Enter')
  await expect(dialog(page)).toContainText('Write at least 10 characters')
  await expect(note(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(reportButton(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: 'Other' })).toBeChecked()
  await note(page).fill('It hums at night.')
  await expect(dialog(page)).toContainText('17 of 1,000')
  await expect(dialog(page)).not.toContainText('Write at least 10 characters')
  const calls = await mockApi(
    page,
    apiPaths.report('misc', id),
    respondWithError(429, 'You can report 10 things a day.'),
  )
  await send.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('You can report 10 things a day.')
  await expect(note(page)).toHaveValue('It hums at night.')
  await expectAccessible(page)
  calls.handle = (route: Route) => route.continue()
  await send.press('Enter')
  const sent = page.getByRole('dialog', { name: 'Report sent' })
  await expect(sent).toContainText('Thank you. A moderator will look at it.')
  await expect(sent.getByRole('button', { name: 'Done' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(reportButton(page)).toBeFocused()

  // A new report starts empty.
  await page.keyboard.press('Enter')
  await expect(note(page)).toHaveValue('')
  await page.setViewportSize({ width: 320, height: 568 })
  expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  await setTextSize(page, '200%')
  const body = await dialog(page).locator('.modal-body').boundingBox()
  expect(body?.height, 'room for the form').toBeGreaterThan(300)
  await dialog(page).getByRole('button', { name: 'Cancel' }).scrollIntoViewIfNeeded()
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
})

test('a visitor logs in and is back at the dialog', async ({ page }) => {
  const { id, sellerId } = await createListingOfOther(page)
  const student = await createStudent(page.request)
  await openPage(page, `/misc/${id}`)
  await reportButton(page).click()
  await expect(page).toHaveURL(pagePaths.login(`/misc/${id}#report`))
  await fillFields(page, loginValues(student))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(page, 'so that a reload does not open it').toHaveURL(`/misc/${id}`)
  await expect(dialog(page).getByRole('radio', { name: 'Scam' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reportButton(page)).toBeFocused()

  await openPage(page, pagePaths.student(sellerId))
  await page.getByText('Report or block').click()
  await page.getByRole('button', { name: 'Report this student' }).click()
  await expect(page.getByRole('dialog')).toContainText('Only moderators see who reported them.')
  const reasons = page.getByRole('dialog').getByRole('radio')
  await expect(reasons).toHaveCount(6)
  await page.getByRole('radio', { name: 'Harassment' }).check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('dialog')).toContainText('Thank you.')

  // The student blocks from the dialog, and unblocks beside the report.
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  const question = page.getByRole('dialog', { name: /^Block / })
  await expect(question).toContainText("We don't tell them")
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('button', { name: /^Block/ })).toBeVisible()
})

test('a student confirms the email first, and what was written is sent', async ({ page }) => {
  const { id } = await createListingOfOther(page)
  const student = await createStudent(page.request)
  await logIn(page, student)
  const user = await (await page.request.get(apiPaths.me)).json()
  await openPage(page, `/misc/${id}`)
  const respondAs = (changes: object) => (route: Route) =>
    route.fulfill({ json: { ...user, ...changes } })
  const session = await mockApi(page, apiPaths.me, respondAs({ confirmation: 'required' }))
  const report = await mockApi(page, apiPaths.report('misc', id), (route) =>
    route.fulfill({ status: 403, json: { error: 'Please confirm.', code: 'unconfirmed' } }),
  )
  await mockApi(page, apiPaths.resendCode, (route) =>
    route.fulfill({ json: { message: 'A new code is on its way.', retryAfter: 60 } }),
  )
  await mockApi(page, apiPaths.confirmEmail, respondAs({ confirmation: 'confirmed' }))
  await reportButton(page).click()
  await page.getByRole('radio', { name: 'Scam' }).check()
  await note(page).fill('Wants gift cards.')
  await page.getByRole('button', { name: 'Send report' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm your email' })
  await expect(confirmation).toContainText('Then your report is sent.')
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('alert')).toHaveText('Please confirm.')
  await expect(note(page)).toHaveValue('Wants gift cards.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(confirmation).toBeVisible()
  report.handle = (route: Route) => {
    expect(route.request().postDataJSON()).toEqual({ reason: 'scam', note: 'Wants gift cards.' })
    return route.continue()
  }
  await page.getByRole('textbox', { name: '6-digit code' }).fill('123456')
  await expect(confirmation).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Report sent' })).toContainText('Thank you.')

  const message =
    "You're suspended until Nov 22, 2026. You can't post, report or start conversations, but you can reply in the ones you have."
  session.handle = respondAs({ suspension: { until: '2026-11-22T12:00:00.000Z', message } })
  await openPage(page, '/sell')
  await expect(page.getByRole('main')).toContainText(message)
  await openPage(page, `/misc/${id}`)
  await reportButton(page).click()
  await expect(dialog(page)).toContainText(message)
  await expect(dialog(page).getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)
})

/** Returns the token in an email about a warning, which no API call reveals. */
async function openAppeal(page: Page, dataDir: string): Promise<string> {
  const student = await logInAsNewStudent(page)
  await page.context().clearCookies()
  const token = randomUUID()
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  const row = db.prepare('SELECT id FROM users WHERE email = ?').get(student.email)
  const studentId = Number(row?.id)
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO moderation_log (created_at, action, student_id, reason) VALUES (?, 'warn', ?, 'harassment')`,
    )
    .run(Date.now(), studentId)
  db.prepare(
    'INSERT INTO appeals (log_id, student_id, token_hash, expires_at) VALUES (?, ?, ?, ?)',
  ).run(lastInsertRowid, studentId, hashToken(token), Date.now() + 86_400_000)
  db.close()
  return token
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('the page of an appeal is accessible, and counts what is typed', async ({ page, server }) => {
  const token = await openAppeal(page, server.dataDir)
  await openPage(page, pagePaths.appeal(token))
  await expect(page.getByRole('main')).toContainText(
    'a moderator warned you. The reason: Harassment.',
  )
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByLabel('Why is it wrong?')).toBeFocused()
  await expect(page.getByLabel('Why is it wrong?')).toHaveAccessibleDescription(/Tell us why/)
  await expectAccessible(page)
  await page.getByLabel('Why is it wrong?').fill('It was a joke.')
  await expect(page.getByText('Tell us why', { exact: true })).toBeHidden()
  await expect(page.getByText('14 of 2,000')).toBeVisible()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(heading(page)).toHaveText('Your appeal is sent')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an appeal is a plain form, and reports lead to the rules', async ({ page, server }) => {
    const token = await openAppeal(page, server.dataDir)
    await page.goto(pagePaths.appeal(token))
    await page.getByLabel('Why is it wrong?').fill('It was a joke.')
    await page.getByRole('button', { name: 'Send appeal' }).click()
    await expect(page).toHaveURL(pagePaths.appealed(token))
    await expect(heading(page)).toHaveText('Your appeal is sent')

    const { id } = await createListingOfOther(page)
    await page.goto(`/misc/${id}`)
    await expect(reportButton(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Report this listing' }).click()
    await expect(page).toHaveURL('/rules#report')
    await expect(page.getByRole('heading', { name: "Report what's wrong" })).toBeInViewport()
  })
})
