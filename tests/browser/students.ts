import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { at } from '../support/campus-email.ts'
import { expect } from './fixtures.ts'

export interface Student {
  firstName: string
  lastName: string
  email: string
  password: string
}

/** Returns a student with a unique address, because the tests of a worker share a server. */
export function newStudent(): Student {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: at(`ada.${randomUUID()}`),
    password: 'correct horse 1!',
  }
}

/** Creates an account through the API. */
export async function createStudent(
  request: APIRequestContext,
  changes: Partial<Student> = {},
): Promise<Student> {
  const student = { ...newStudent(), ...changes }
  const data = { ...student, confirmPassword: student.password }
  expect((await request.post(apiPaths.users, { data })).status()).toBe(201)
  return student
}

/** Logs the page's browser context in through the API. */
export async function logIn(page: Page, { email, password }: Student) {
  const response = await page.request.post(apiPaths.login, { data: { email, password } })
  expect(response.status()).toBe(200)
}

export async function logInAsNewStudent(page: Page): Promise<Student> {
  const student = await createStudent(page.request)
  await logIn(page, student)
  return student
}

/** Returns the container of the links and buttons that depend on the session. Opens the menu first at phone width. */
export async function openSessionLinks(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('banner')
  await page.getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog')
}
