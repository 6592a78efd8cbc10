import type { Seed } from '../browser/seed-site.ts'
import type { Student } from '../support/seed-through-api.ts'
import { button, field } from './locate.ts'
import type { Page } from './page.ts'

/** A journey starts without cookies, at phone width. */
export type Journey = (page: Page, site: Site) => Promise<void>

/** The site of a browser. Each browser has its own, so the journeys may change it. */
export interface Site {
  url: string
  /** The data folder, which contains the emails as files. */
  dataDir: string
  seed: Seed
  /** The path of a photo to upload. */
  photo: string
}

/** Fills in and submits the login form of the open page. */
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
