import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { expect, hydrated } from './fixtures.ts'

export interface Student {
  firstName: string
  lastName: string
  email: string
  password: string
}

/** Somebody nobody has met yet: tests share a server, so no two of them have the same address. */
export function newStudent(): Student {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `ada.${randomUUID()}@uwaterloo.ca`,
    password: 'correct horse 1!',
  }
}

/** A student with an account, made without the screens. */
export async function joined(request: APIRequestContext): Promise<Student> {
  const student = newStudent()
  const data = { ...student, confirmPassword: student.password }
  expect((await request.post(apiPaths.users, { data })).status()).toBe(201)
  return student
}

/** Signs the page's browser in without the screens. */
export async function signIn(page: Page, { email, password }: Student) {
  const answer = await page.request.post(apiPaths.login, { data: { email, password } })
  expect(answer.status()).toBe(200)
}

export async function signedIn(page: Page): Promise<Student> {
  const student = await joined(page.request)
  await signIn(page, student)
  return student
}

export async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

/** The links and buttons that depend on who is signed in; on phones they are in the menu. */
export async function sessionLinks(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('banner')
  await page.getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog')
}
