import type { RouteObject } from 'react-router'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { categories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { dayMs } from '#server/durations.ts'
import { encodings } from '#server/http/compression.ts'
import { pageAudienceHeader, pageRequestIdHeader } from '#server/http/in-process.ts'
import { writeLog } from '#server/moderation/moderation-log.ts'
import type { ListingAccess } from '#server/policies.ts'
import { suspendStudent } from '#server/students/restrictions/restrict-student.ts'
import { routes } from '#web/routes.ts'
import { buildWeb } from '../scripts/build.ts'
import {
  apiResources,
  moderationResources,
  pageResources,
  type Resource,
} from './support/audience-resources.ts'
import {
  type Answer,
  type AudienceSite,
  householdWord,
  openAudienceSite,
  type Person,
  people,
  students,
} from './support/audience-site.ts'
import { balancedOrders } from './support/balanced-orders.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { anyEngine, type Engine, engines } from './support/databases.ts'
import {
  type Answers,
  createLeakCheck,
  expectOneRendering,
  isPage,
} from './support/expect-no-leaks.ts'
import { strongPassword } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'
import { readOutbox } from './support/outbox.ts'

let webFolder: string

beforeAll(async () => {
  webFolder = await buildWeb({ log: () => undefined })
  // React reads NODE_ENV when it is loaded. Its development build renders 5 times slower.
  vi.stubEnv('NODE_ENV', 'production')
}, 180_000)

afterAll(() => vi.unstubAllEnvs())

async function openSite(
  engine: Engine,
  access: ListingAccess = 'contact',
  settings: Record<string, string> = {},
) {
  const site = await openAudienceSite(engine, webFolder, { LISTING_ACCESS: access, ...settings })
  const all = [...pageResources(site, access), ...apiResources(site, access)]
  /** The resources without uncached API responses that are the same for everyone, and without pages that nobody may open. */
  const cachedOrPersonal = all.filter(
    (resource) =>
      (isPage(resource) && !/^\/(moderation|admin)\b/.test(resource.route)) ||
      people.some((person) => ['shared', 'personal'].includes(resource.kind(person))),
  )
  /**
   * Returns whether a resource belongs to the last category or to none. The categories share their code, so the last one,
   * with two sellers, stands for all where time is short.
   */
  const isOfOneCategory = ({ route }: Resource) =>
    !categories.slice(0, -1).some(({ path }) => route.includes(`/${path}`))
  const ofOneCategory = cachedOrPersonal.filter(isOfOneCategory)
  /** Everything in `npm run test:all`, and everything of one category in `npm test`. */
  const sampled = process.env.TEST_ALL ? all : all.filter(isOfOneCategory)
  return { site, all, cachedOrPersonal, ofOneCategory, sampled }
}

const answersByPerson = (order: Person[], answers: Answer[]) =>
  Object.fromEntries(order.map((person, index) => [person, answers[index]])) as Answers

/** Reads all resources in the first two orders, and only `sample` in the others to save time. */
async function expectNoLeaksInAnyOrder(
  site: AudienceSite,
  all: Resource[],
  sample: Resource[] = all,
) {
  const check = createLeakCheck()
  for (const [index, order] of balancedOrders(people).entries()) {
    const resources = index < 2 ? all : sample
    await site.coolCaches()
    for (const resource of resources) {
      const answers: Answer[] = []
      for (const person of order) answers.push(await site.get(person, resource.url))
      check(resource, answersByPerson(order, answers), `in the order ${order}`)
    }
    expectOneRendering(site, resources)
  }
}

/** Requests every resource as every person at the same moment, so that they share renderings in progress. */
async function expectNoLeaksAtOnce(site: AudienceSite, resources: Resource[]) {
  const check = createLeakCheck()
  for (const first of ['visitor', 'owner'] as const) {
    const order = [first, ...people.filter((person) => person !== first)]
    await site.coolCaches()
    const answers = await Promise.all(
      resources.map(({ url }) =>
        Promise.all(order.map((person) => site.get(person, url, { encoding: encodings[0] }))),
      ),
    )
    for (const [index, resource] of resources.entries()) {
      check(resource, answersByPerson(order, answers[index] ?? []), `at once, ${first} first`)
    }
    expectOneRendering(site, resources)
  }
}

const relevant = ['cache-control', 'etag', 'location', 'set-cookie', 'vary', 'content-type']
const pick = (headers: Answer['headers']) => relevant.map((name) => headers[name])

/** Checks that the ETag of a different page never gives a 304, and that HEAD has the headers of GET. */
async function expectNoForeignEtag(site: AudienceSite, resources: Resource[]) {
  for (const resource of resources) {
    const { url } = resource
    // Pages are compressed once and cached. Each encoding has its own ETag.
    const options = isPage(resource) ? { encoding: encodings[0] } : {}
    const all = await Promise.all(
      people.map(async (person) => ({ person, answer: await site.get(person, url, options) })),
    )
    for (const { person, answer } of all) {
      const context = `${person} at ${url}, ${JSON.stringify(options)}`
      const { etag } = answer.headers
      const differing = all.filter((other) => other.answer.text !== answer.text)
      const foreign = differing.map((other) => other.answer.headers.etag)
      const ifNoneMatch = foreign.join(', ')
      expect(await site.get(person, url, { ...options, ifNoneMatch }), context).toEqual(answer)
      const head = await site.get(person, url, { ...options, method: 'HEAD' })
      expect([head.status, head.text, pick(head.headers)], `HEAD as ${context}`).toEqual([
        answer.status,
        '',
        pick(answer.headers),
      ])
      if (!etag || answer.status !== 200) continue
      const unchanged = await site.get(person, url, { ...options, ifNoneMatch: etag })
      expect(unchanged, context).toMatchObject({ status: 304, text: '', headers: { etag } })
      expect(unchanged.headers['cache-control']).toBe(answer.headers['cache-control'])
    }
  }
}

/** The ways in which the owner's session ends. */
const endings: Record<string, (site: AudienceSite) => unknown> = {
  'logging out': ({ cookies, getWith }) => getWith(cookies.owner, apiPaths.logout),
  'two weeks': ({ clock }) => {
    clock.now += 14 * dayMs
  },
  'a password reset': async ({ app, dataDir }) => {
    const { email } = students.owner
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
    await post(apiPaths.requestPasswordReset, { email })
    const token = await vi.waitFor(async () => {
      const [mail] = await readOutbox(dataDir)
      expect(mail?.text).toContain('token=')
      return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    })
    const password = `another ${strongPassword}`
    await post(apiPaths.resetPassword, { token, password, confirmPassword: password })
  },
}

describe('audience resources', () => {
  it('are all pages of the route table and all routes that answer GET', async () => {
    const { all } = await openSite('sqlite')
    const { app } = await buildTestApp('sqlite')
    const paths = (table: RouteObject[]): string[] =>
      table.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...paths(children)])
    const gets = app.routeList.flatMap((route) => /^GET (.*)/.exec(route)?.[1] ?? [])
    // The production build has no design page. Logout ends a session and shows nothing.
    const others = ['/design', apiPaths.logout]
    const known = [...paths(routes), ...gets].filter((path) => !others.includes(path))
    expect(new Set(all.map(({ route }) => route))).toEqual(new Set(known))
  }, 60_000)
})

describe('a full disk', () => {
  it('keeps nobody from reading', async () => {
    const { site, sampled } = await openSite('sqlite')
    const before = new Map<string, number>()
    for (const { url } of sampled) before.set(url, (await site.get('visitor', url)).status)
    await site.db.script('PRAGMA query_only = ON')
    // After a day, the server would write when the sessions were last used.
    site.clock.now += dayMs
    for (const { url, kind } of sampled) {
      for (const person of people) {
        const { status } = await site.get(person, url)
        expect(status, `${person} at ${url}`).toBeLessThan(500)
        if (person === 'visitor') expect(status, url).toBe(before.get(url))
        if (kind(person) === 'personal') expect(status, `${person} at ${url}`).toBe(200)
      }
    }
  }, 60_000)
})

describe('nothing of one person is in an answer to another', () => {
  it.each(anyEngine)(
    'in any order on %s',
    async (engine) => {
      const { site, cachedOrPersonal, ofOneCategory } = await openSite(engine)
      const sample = process.env.TEST_ALL ? cachedOrPersonal : ofOneCategory
      await expectNoLeaksInAnyOrder(site, cachedOrPersonal, sample)
    },
    120_000,
  )

  it.each(engines)(
    'at the same time on %s',
    async (engine) => {
      const { site, all, ofOneCategory } = await openSite(engine)
      await expectNoLeaksAtOnce(site, anyEngine.includes(engine) ? all : ofOneCategory)
    },
    60_000,
  )
})

describe.each(anyEngine)('nothing of one person is left on %s', (engine) => {
  it.each(Object.keys(endings))('after %s', async (ending) => {
    const { site, ofOneCategory } = await openSite(engine)
    const { cookies, get, getWith } = site
    for (const { url } of ofOneCategory) {
      for (const person of ['owner', 'visitor'] as const) await get(person, url)
    }
    await endings[ending]?.(site)
    for (const { url } of ofOneCategory) {
      expect(await getWith(cookies.owner, url), url).toEqual(await get('visitor', url))
    }
  })

  it('after deleting the account', async () => {
    const { site, sampled } = await openSite(engine)
    const getAll = (url: string) => Promise.all(people.map((person) => site.get(person, url)))
    for (const { url } of sampled) await getAll(url)
    const { statusCode } = await site.app.inject({
      method: 'DELETE',
      url: apiPaths.account,
      headers: { cookie: site.cookies.owner },
      payload: { password: strongPassword },
    })
    expect(statusCode).toBe(204)
    const { firstName, lastName, mailbox } = students.owner
    for (const { url } of sampled) {
      const text = (await getAll(url)).map((answer) => answer.text).join()
      expect(
        [firstName, lastName, mailbox].filter((part) => text.includes(part)),
        url,
      ).toEqual([])
    }
  })
})

describe.each(['members', 'open'] as const)('with LISTING_ACCESS=%s', (access) => {
  it('nothing of one person is in an answer to another', async () => {
    const { site, ofOneCategory } = await openSite('sqlite', access)
    const aboutListing = ofOneCategory.filter(({ address, editPath }) => address || editPath)
    await expectNoLeaksInAnyOrder(site, aboutListing)
    await expectNoLeaksAtOnce(site, ofOneCategory)
    await expectNoForeignEtag(site, aboutListing)
  }, 120_000)
})

describe.each(anyEngine)('what moderators see, on %s', (engine) => {
  it.each(['moderator', 'admin'])(
    'is for the %s alone, and has addresses for admins alone',
    async (role) => {
      const { site } = await openSite(engine)
      await site.db.run(sql`UPDATE users SET role = ${role} WHERE id = ${site.studentIds.student}`)
      await site.get('student', apiPaths.moderatedStudent(site.studentIds.seller))
      const resources = moderationResources(site, 'student', role === 'admin')
      await expectNoLeaksAtOnce(site, resources)
    },
    60_000,
  )

  it('is not there for a moderator who is suspended', async () => {
    const { site } = await openSite(engine)
    await site.db.run(sql`
      UPDATE users SET role = 'admin', suspended_until = ${site.clock.now + 30 * dayMs}
      WHERE id = ${site.studentIds.student}`)
    await expectNoLeaksAtOnce(site, moderationResources(site))
  }, 60_000)
})

describe("a seller's address", () => {
  /** Returns the URLs where a person finds an email address that is not their own. */
  async function findAddresses(
    person: Person,
    { site, sampled }: Awaited<ReturnType<typeof openSite>>,
  ) {
    const others = Object.entries(students).filter(([name]) => name !== person)
    const found: string[] = []
    for (const { url } of sampled) {
      const { text } = await site.get(person, url)
      if (others.some(([, { mailbox }]) => text.includes(mailbox))) found.push(url)
    }
    return found
  }

  it.each(['contact', 'members'] as const)(
    'is on no page and in no call for a student who has to confirm first, with LISTING_ACCESS=%s',
    async (access) => {
      const open = await openSite('sqlite', access, { VERIFY_EMAIL: 'on' })
      const { db, studentIds } = open.site
      expect(await findAddresses('student', open)).not.toEqual([])
      await db.run(sql`
        UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = ${studentIds.student}`)
      expect(await findAddresses('student', open)).toEqual([])
    },
  )

  it('is shown to no one else, if the seller wishes', async () => {
    const open = await openSite('sqlite', 'open')
    expect(await findAddresses('visitor', open)).not.toEqual([])
    await open.site.db.run(sql`UPDATE users SET shows_email = 0`)
    for (const person of people) expect(await findAddresses(person, open), person).toEqual([])
  })
})

describe('a housing request', () => {
  /** Returns the URLs where a person finds the text of the request. */
  async function findRequest(person: Person, { site, all }: Awaited<ReturnType<typeof openSite>>) {
    const found: string[] = []
    for (const { url } of all) {
      const { text } = await site.get(person, url)
      if (text.includes(String(listingInputs.wanted.description))) found.push(url)
    }
    return found
  }

  it.each(['contact', 'open'] as const)(
    'is on no page and in no call for visitors, suspended and unconfirmed students, with LISTING_ACCESS=%s',
    async (access) => {
      const open = await openSite('sqlite', access, { VERIFY_EMAIL: 'on' })
      const { db, studentIds, get } = open.site
      const id = open.site.listings.find(({ category }) => category === 'wanted')?.id ?? 0
      const page = pagePaths.listing('wanted', id)
      // The caches are warm with what students see.
      expect(await findRequest('student', open)).toEqual(
        expect.arrayContaining([
          ...[pagePaths.browse('wanted'), page, pagePaths.student(studentIds.owner)],
          ...[apiPaths.list('wanted'), apiPaths.listing('wanted', id)],
          apiPaths.user(studentIds.owner),
        ]),
      )
      expect(await findRequest('visitor', open)).toEqual([])
      const { clock } = open.site
      await db.transaction(async (tx) => {
        const studentId = studentIds.student
        const logId = await writeLog(tx, { action: 'suspend', actorId: null, studentId }, clock.now)
        await suspendStudent(tx, { studentId, logId, days: 7, now: clock.now })
      })
      expect(await findRequest('student', open)).toEqual([])
      await db.run(sql`UPDATE users SET suspended_until = NULL WHERE id = ${studentIds.student}`)
      await db.run(sql`
        UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = ${studentIds.student}`)
      expect(await findRequest('student', open)).toEqual([])
      // They are told the way in.
      expect((await get('visitor', page)).headers.location).toBe(pagePaths.login(page))
      const login = await get('visitor', pagePaths.login(page))
      expect(login.text).toContain('Log in to see housing requests.')
      for (const url of [page, pagePaths.browse('wanted')]) {
        const { status, text } = await get('student', url)
        expect(status, url).toBe(403)
        expect(text).toContain('Confirm your email to see housing requests')
        expect(text).toContain('<meta name="robots" content="noindex">')
      }
    },
    120_000,
  )
})

describe('who lives there', () => {
  /** Returns the URLs where a person finds the words about the household, on pages, in feeds and in calls. */
  async function findHousehold(
    person: Person,
    { site, all }: Awaited<ReturnType<typeof openSite>>,
  ) {
    const found: string[] = []
    for (const { url } of all) {
      const { text } = await site.get(person, url)
      if (text.includes(householdWord)) found.push(url)
    }
    // The words are not in the search index.
    const search = await site.get(person, apiPaths.list('rental', `q=${householdWord}`))
    expect(JSON.parse(search.text)).toMatchObject({ total: 0 })
    return found.toSorted()
  }

  it.each(['contact', 'open'] as const)(
    'is in one call for confirmed students, and nowhere for others, with LISTING_ACCESS=%s',
    async (access) => {
      const open = await openSite('sqlite', access, { VERIFY_EMAIL: 'on' })
      const { db, studentIds, listings } = open.site
      const calls = listings
        .filter(({ category }) => category === 'rental' || category === 'wanted')
        .map(({ category, id }) => apiPaths.household(category, id))
      expect(calls).toHaveLength(2)
      // The caches are warm with what the owner and the student see. No page that students share has the facts.
      expect(await findHousehold('owner', open)).toEqual(
        expect.arrayContaining([...calls, apiPaths.accountExport]),
      )
      expect(await findHousehold('student', open)).toEqual(calls.toSorted())
      expect(await findHousehold('visitor', open)).toEqual([])
      await db.run(sql`
        UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = ${studentIds.student}`)
      expect(await findHousehold('student', open)).toEqual([])
    },
    120_000,
  )
})

describe("a seller's last name", () => {
  it.each(['contact', 'members', 'open'] as const)(
    'is read by confirmed students alone, with LISTING_ACCESS=%s',
    async (access) => {
      const { site, sampled } = await openSite('sqlite', access, { VERIFY_EMAIL: 'on' })
      const lastNames = [students.seller.lastName, students.owner.lastName]
      const find = async (person: Person) => {
        const found: string[] = []
        // A student who has written to a seller can still read the seller's name.
        for (const { url } of sampled.filter(({ hasThread }) => !hasThread)) {
          const { text } = await site.get(person, url)
          if (lastNames.some((name) => text.includes(name))) found.push(url)
        }
        return found
      }
      expect(await find('visitor')).toEqual([])
      const byStudent = await find('student')
      const urls = new Set(sampled.map(({ url }) => url))
      const naming = site.listings
        .flatMap(({ category, id }) => [
          apiPaths.list(category),
          apiPaths.listing(category, id),
          pagePaths.browse(category),
          pagePaths.listing(category, id),
        ])
        .filter((url) => urls.has(url))
      expect(naming).not.toEqual([])
      expect(byStudent).toEqual(expect.arrayContaining(naming))
      await site.db.run(sql`
        UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = ${site.studentIds.student}`)
      expect(await find('student')).toEqual([])
    },
    60_000,
  )
})

describe('an ETag', () => {
  it('of one person does not match the answer to another', async () => {
    const { site, ofOneCategory } = await openSite('sqlite')
    await expectNoForeignEtag(site, ofOneCategory)
  })
})

describe('a client', () => {
  it('cannot choose an audience by the headers of in-process calls', async () => {
    const { site, ofOneCategory } = await openSite('sqlite', 'members')
    const { app, cookies, listings } = site
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const request = async (person: Person, url: string, forged: Record<string, string> = {}) => {
      const headers = { cookie: cookies[person], 'accept-encoding': 'identity', ...forged }
      const response = await fetch(origin + url, { headers, redirect: 'manual' })
      return { status: response.status, text: await response.text() }
    }
    for (const { url } of ofOneCategory) {
      for (const person of people) {
        const audience = person === 'visitor' ? 'students' : 'visitors'
        const forged = { [pageAudienceHeader]: audience, [pageRequestIdHeader]: 'forged' }
        expect(await request(person, url, forged), `${person} at ${url}`).toEqual(
          await request(person, url),
        )
      }
    }
    // The server trusts this header only from calls in process.
    const [listing] = listings
    const inProcess = await app.inject({
      url: listing ? apiPaths.listing(listing.category, listing.id) : '',
      headers: { [pageAudienceHeader]: 'students' },
    })
    expect(inProcess.statusCode).toBe(200)
    expect(inProcess.payload).not.toContain('@')
  })
})
