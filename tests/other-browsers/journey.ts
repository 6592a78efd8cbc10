import type { Seed } from '../browser/seed-site.ts'
import type { Student } from '../support/seed-through-api.ts'
import { button, field } from './locate.ts'
import type { Page } from './page.ts'

/** Starts without cookies, at phone width. */
export type Journey = (page: Page, site: Site) => Promise<void>

/** Each browser has its own, which the journeys may change. */
export interface Site {
  url: string
  /** Mails are files in it. */
  dataDir: string
  seed: Seed
  /** The path of a photo to upload. */
  photo: string
}

/** Fills the login form of the page that is open. */
export async function submitLogin(page: Page, { email, password }: Student) {
  await page.type(field('Email'), email)
  await page.type(field('Password'), password)
  await page.click(button('Log in'))
}

export async function logIn(page: Page, student: Student) {
  await page.open('/login')
  await submitLogin(page, student)
  await page.seePath('/dashboard')
}
