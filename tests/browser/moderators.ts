import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import { readOutbox } from '../support/outbox.ts'
import { expect } from './fixtures.ts'
import { createStudent, logIn, logInAsNewStudent, type Student } from './students.ts'

/** Sets a role in the database. No API call creates the first moderator; `npm run role` does. */
export function setRole(dataDir: string, { email }: Student, role: 'moderator' | 'admin') {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE users SET role = ? WHERE email = ?').run(role, email)
  db.close()
}

/** Logs the page's browser context in as a moderator. */
export async function logInAsModerator(
  page: Page,
  { dataDir }: { dataDir: string },
  changes: Partial<Student> = {},
): Promise<Student> {
  const student = await createStudent(page.request, changes)
  setRole(dataDir, student, 'moderator')
  await logIn(page, student)
  return student
}

/** Logs the page's browser context in as an admin. */
export async function logInAsAdmin(
  page: Page,
  { dataDir }: { dataDir: string },
  changes: Partial<Student> = {},
): Promise<Student> {
  const admin = await createStudent(page.request, changes)
  setRole(dataDir, admin, 'admin')
  await logIn(page, admin)
  return admin
}

/** Reports a listing as a new student. The page's browser context stays logged in as that student. */
export async function reportListing(
  page: Page,
  id: number,
  { reason, note = '' }: { reason: ReportReason; note?: string },
) {
  await logInAsNewStudent(page)
  const path = apiPaths.report('misc', id)
  const response = await page.request.post(path, { data: { reason, note } })
  expect(response.ok()).toBe(true)
}

/** Bans a new student as an admin. Returns the page that the email leads the student to. */
export async function banNewStudent(page: Page, { dataDir }: { dataDir: string }): Promise<string> {
  const student = await logInAsNewStudent(page)
  const { id } = await (await page.request.get(apiPaths.me)).json()
  await logInAsAdmin(page, { dataDir })
  const data = { action: 'ban', reason: 'scam', note: 'Two fakes.', seen: null }
  expect((await page.request.post(apiPaths.studentDecisions(id), { data })).ok()).toBe(true)
  const link = async () => {
    const mails = (await readOutbox(dataDir)).filter(({ to }) => to.includes(student.email))
    return /\/export\?token=[\w.-]+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')
  return link()
}

/** Returns the token of the appeal link in the newest email to a student. */
export async function readAppealToken(dataDir: string, { email }: Student): Promise<string> {
  const token = async () => {
    const mails = (await readOutbox(dataDir)).filter(({ to }) => to.includes(email))
    return /appeal\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(token).not.toBe('')
  return token()
}
