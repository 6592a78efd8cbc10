import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { setCampus } from '#campus/campus.ts'
import { categories } from '#categories/index.ts'
import { createMailSamples } from '#dev/mail-previews/mail-samples.ts'
import { parseCampus } from '#server/campus/stored-campus.ts'
import { render } from '#web/entry-server.tsx'
import { routes } from '#web/routes.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { otherCampusFile as file, keepCampusAfterTest } from './support/campus.ts'
import { at } from './support/campus-email.ts'
import { ada, createLoggedInClient } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'
import { createTestMailLinks } from './support/mail-links.ts'

const appUrl = 'https://harbour.example'

/** Names that no student reads: an anchor, and the cookie of the session. */
const internalNames = /why-quad-section|__Host-quad\b/g

/** Words of the built-in campus. No page of another campus may have them. */
const builtInWords = /.{0,60}(?:waterloo|laurier|\bwlu\b|\bquad\b).{0,60}/gi

/** Every page without a parameter. Those with one are listed in the test. */
function pathsOf(routeObjects: typeof routes): string[] {
  return routeObjects.flatMap(({ path, children = [] }) => [
    ...(path && !/[:*]/.test(path) ? [path] : []),
    ...pathsOf(children),
  ])
}

it('pages, texts and emails of another campus have no word of the built-in one', {
  timeout: 60_000,
}, async () => {
  keepCampusAfterTest()
  setCampus(parseCampus(readFileSync(file, 'utf8')))
  const { app, db } = await buildTestApp(
    'sqlite',
    { CAMPUS_FILE: file, APP_URL: appUrl },
    { loadWeb: async () => ({ render, assetTags: () => '' }) },
  )
  const { cookieJar, post } = await createLoggedInClient(app, { ...ada, email: at('ada') })
  for (const { id, path } of categories) {
    const { status } = await post(`/api/${path}`, listingInputs[id])
    expect(status, path).toBe(201)
  }
  await db.run(sql`UPDATE users SET role = 'admin'`)
  const paths = [
    ...pathsOf(routes),
    ...categories.map(({ path }, index) => `/${path}/${index + 1}`),
    '/students/1',
    '/nowhere',
    '/manifest.webmanifest',
    '/robots.txt',
    '/sitemap.xml',
    '/api/openapi.json',
    '/api/docs',
    '/api/nowhere',
  ]
  const texts: [string, string][] = []
  for (const url of paths) {
    for (const headers of [{}, cookieJar]) {
      const { statusCode, payload } = await app.inject({ url, headers })
      expect.soft(statusCode, url).toBeLessThan(500)
      texts.push([url, payload])
    }
  }
  const mails = Object.entries(createMailSamples(createTestMailLinks(appUrl), Date.now()))
  for (const [template, variants] of mails) {
    for (const { mail } of variants) texts.push([template, JSON.stringify(mail)])
  }
  const found = texts.flatMap(([place, text]) =>
    Array.from(
      text.replace(internalNames, '').matchAll(builtInWords),
      ([words]) => `${place}: ${words}`,
    ),
  )
  expect([...new Set(found)]).toEqual([])
  const languages = texts.flatMap(([, text]) => text.match(/<html lang=\\?"[^"]+"/g) ?? [])
  expect(languages.length).toBeGreaterThan(paths.length)
  expect(languages.filter((tag) => !/"en\\?"$/.test(tag))).toEqual([])
})
