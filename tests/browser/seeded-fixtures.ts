import type { BrowserContext } from '@playwright/test'
import type { Student } from '../support/seed-through-api.ts'
import { test as base } from './fixtures.ts'
import type { Seed } from './seed-site.ts'
import { readServers } from './servers.ts'

/** The base fixtures on the seeded server. */
export const test = base.extend<{ seed: Seed }>({
  baseURL: async ({ browserName: _ }, use) => use(readServers().seeded.url),
  seed: async ({ browserName: _ }, use) => use(readServers().seeded.seed),
})

export async function addSessionCookie(context: BrowserContext, url: string, { cookie }: Student) {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}
