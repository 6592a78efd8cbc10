import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Render, RenderRequest } from '#contract/rendering.ts'
import { balancedOrders } from '#tests/support/balanced-orders.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { ada, bob, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { dayMs, hourMs } from '../durations.ts'
import { pageAudienceHeader } from '../http/in-process.ts'

const carol = { ...ada, firstName: 'Carol', lastName: 'Shaw', email: at('carol', 1, 1) }
const students = { ada, bob, carol }
const callers = ['visitor', 'ada', 'bob', 'carol'] as const
type Caller = (typeof callers)[number]

const fetchJson = async ({ fetch }: RenderRequest, path: string) => (await fetch(path)).json()

/** Shows everything that the audience or the student may see: the listings at the URL and, for one person, their name. */
const render: Render = async (request) => {
  const { url, audience, user } = request
  const isListing = /^\/misc\/\d+$/.test(url)
  const calls = [
    ...(isListing || url === '/misc' || url.endsWith('/contact') ? [`/api${url}`] : []),
    ...(user ? ['/api/auth/me'] : []),
  ]
  const bodies = await Promise.all(calls.map((path) => fetchJson(request, path)))
  if (isListing && bodies[0].code === 'unauthenticated') return { redirect: '/login' }
  return {
    status: 200,
    head: { title: 'A page', description: '' },
    body: JSON.stringify({ user, bodies }),
    state: { audience, queries: null, today: '2026-11-15', routeIds: [] },
    modules: [],
    ...(isListing && { ownerId: bodies[0].seller.id }),
  }
}

/** Sets up a site where Ada owns a listing, and Bob and Carol are other students. */
async function setUp(engine: Engine, settings: Record<string, string> = {}, web = render) {
  const testApp = await buildTestApp(engine, settings, {
    loadWeb: async () => ({ render: web, assetTags: () => '' }),
  })
  const { app } = testApp
  const owner = await createLoggedInClient(app, ada)
  const { body } = await owner.post('/api/misc', listingInputs.misc)
  const { id, seller } = body as { id: number; seller: { id: number } }
  const cookies = {
    visitor: '',
    ada: owner.cookieJar.cookie,
    bob: (await createLoggedInClient(app, bob)).cookieJar.cookie,
    carol: (await createLoggedInClient(app, carol)).cookieJar.cookie,
  }
  const get = async (caller: Caller, url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const cookie = cookies[caller]
    const response = await app.inject({ method, url, headers: cookie ? { cookie } : {} })
    const { payload, headers } = response
    return { text: payload, headers, cacheControl: headers['cache-control'] }
  }
  return { ...testApp, get, cookies, listing: `/misc/${id}`, sellerId: seller.id }
}

const whoseEmailIn = (text: string) =>
  Object.entries(students).flatMap(([name, { email }]) => (text.includes(email) ? [name] : []))

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}

describe('what is for one person', () => {
  it.each([
    ['sqlite', 'open'],
    ['postgres', 'contact'],
  ] as const)(
    'never reaches another, whoever comes first (%s, LISTING_ACCESS=%s)',
    async (engine, access) => {
      const { get, clock, listing, sellerId } = await setUp(engine, { LISTING_ACCESS: access })
      const nobody = (): Caller[] => []
      const self = (caller: Caller) => (caller === 'visitor' ? [] : [caller])
      const seller = (caller: Caller): Caller[] =>
        caller !== 'visitor' || access === 'open' ? ['ada'] : []
      /** The owners whose email addresses a caller gets at each URL. */
      const expected: Record<string, (caller: Caller) => Caller[]> = {
        '/': self,
        '/about': nobody,
        '/misc': nobody,
        '/misc/create': nobody,
        '/login': nobody,
        [listing]: (caller) => (caller === 'ada' ? ['ada'] : []),
        '/dashboard': self,
        [`${listing}/contact`]: (caller) => [...new Set([...seller(caller), ...self(caller)])],
        '/api/auth/me': self,
        '/api/misc': nobody,
        [`/api${listing}`]: seller,
        [`/api${listing}/contact`]: seller,
        [`/api/users/${sellerId}/misc`]: nobody,
      }
      for (const order of balancedOrders(callers)) {
        // The cached pages expire, so that the first caller fills the cache for the others.
        clock.now += dayMs
        for (const [url, owners] of Object.entries(expected)) {
          for (const caller of order) {
            const { text, cacheControl } = await get(caller, url)
            const context = `${caller} at ${url}, in the order ${order}`
            expect(whoseEmailIn(text), context).toEqual(owners(caller).toSorted())
            if (owners(caller).length > 0) expect(cacheControl, context).toBe('no-store')
          }
        }
      }
    },
    60_000,
  )
})

describe.each(engines)('a page on %s', (engine) => {
  it('is cached for its audience, and rendered for the owner of its listing', async () => {
    const rendered: string[] = []
    const { get, listing, clock } = await setUp(engine, {}, (request) => {
      rendered.push(`${request.audience} ${request.user?.firstName ?? 'all'}`)
      return render(request)
    })
    for (const order of permutations(['visitor', 'ada', 'bob'] as const)) {
      clock.now += hourMs
      rendered.length = 0
      const pages = await Promise.all(order.map((caller) => get(caller, listing)))
      for (const caller of order) await get(caller, listing)
      expect(rendered.toSorted(), String(order)).toEqual([
        'students Ada',
        'students Ada',
        'students all',
        'visitors all',
      ])
      const shared = pages.filter((_page, index) => order[index] !== 'ada')
      for (const { cacheControl, headers } of shared) {
        expect([cacheControl, headers.etag]).toEqual(['private, no-cache', expect.any(String)])
      }
    }
  })

  it('is for whom its session says, whatever audience a client names', async () => {
    const { app, cookies, listing } = await setUp(engine, { LISTING_ACCESS: 'members' })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const send = (path: string, audience: string, cookie = '') =>
      fetch(origin + path, {
        redirect: 'manual',
        headers: { [pageAudienceHeader]: audience, ...(cookie && { cookie }) },
      })
    expect((await send(`/api${listing}`, 'students')).status).toBe(401)
    expect((await send(listing, 'students')).status).toBe(302)
    const personal = await send(`/api${listing}`, 'visitors', cookies.bob)
    expect(await personal.json()).toMatchObject({ seller: { email: ada.email } })
  })

  it('has the same headers for HEAD', async () => {
    const { get, listing } = await setUp(engine)
    for (const url of ['/misc', listing, '/dashboard']) {
      for (const caller of ['visitor', 'ada', 'bob'] as const) {
        const { headers } = await get(caller, url)
        const head = await get(caller, url, 'HEAD')
        expect(head.text).toBe('')
        expect(head.headers, `${caller} at ${url}`).toMatchObject({
          'cache-control': headers['cache-control'],
          'content-length': headers['content-length'],
          etag: headers.etag,
        })
      }
    }
  })

  it.each(['contact', 'open', 'members'])(
    'that is shared gets nothing personal from the API, with LISTING_ACCESS=%s',
    async (access) => {
      const answers: unknown[] = []
      const { get, listing } = await setUp(engine, { LISTING_ACCESS: access }, async (request) => {
        const { user } = request
        const paths = ['/api/auth/me', `/api${listing}/contact`, `/api${listing}`]
        const bodies = await Promise.all(paths.map((path) => fetchJson(request, path)))
        answers.push({ user, bodies })
        return render(request)
      })
      for (const caller of ['visitor', 'bob'] as const) await get(caller, '/about')
      const isRefused = { code: 'unauthenticated' }
      const listingWith = (name: string) => ({ seller: { name } })
      expect(answers).toMatchObject([
        {
          user: null,
          bodies: [
            { error: 'Not signed in' },
            isRefused,
            access === 'members' ? isRefused : listingWith('Ada L.'),
          ],
        },
        {
          user: null,
          bodies: [{ error: 'Not signed in' }, isRefused, listingWith('Ada Lovelace')],
        },
      ])
      expect(JSON.stringify(answers)).not.toContain('@')
    },
  )
})

it('a page that another site opened has no addresses for an admin', async () => {
  const { app, db, cookies } = await setUp('sqlite', {}, async (request) => {
    const students = await fetchJson(request, apiPaths.moderatedStudents())
    return {
      ...{ status: 200, head: { title: 'Students', description: '' }, modules: [] },
      body: JSON.stringify(students),
      state: { audience: request.audience, queries: null, today: '2026-11-15', routeIds: [] },
    }
  })
  await db.run(sql`UPDATE users SET role = 'admin' WHERE email = ${ada.email}`)
  const open = async (site: string) => {
    const headers = { cookie: cookies.ada, 'sec-fetch-site': site }
    const { payload } = await app.inject({ url: pagePaths.moderatedStudents(), headers })
    return { isNamed: payload.includes('Carol'), addresses: whoseEmailIn(payload) }
  }
  expect(await open('cross-site')).toEqual({ isNamed: true, addresses: [] })
  expect(await open('none')).toEqual({ isNamed: true, addresses: ['ada', 'bob', 'carol'] })
})
