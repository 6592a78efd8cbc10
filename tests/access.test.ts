import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { engines } from './support/databases.ts'
import { openMarket, postings } from './support/market.ts'

type Who = 'anyone' | 'member' | 'owner'

/** Who may call what. A route that is not in this table fails the build. */
const table: Record<string, Who> = {
  'POST /api/users': 'anyone',
  'POST /api/auth/login': 'anyone',
  'GET /api/auth/me': 'anyone',
  'POST /api/auth/refresh': 'anyone',
  'GET /api/auth/logout': 'anyone',
  'POST /api/auth/reset-password': 'anyone',
  'POST /api/auth/change-password': 'anyone',
  'GET /api/users/me/export': 'member',
  'DELETE /api/users/me': 'member',
  ...Object.fromEntries(
    categories.flatMap(({ path }): [string, Who][] => [
      [`GET /api/${path}`, 'anyone'],
      [`GET /api/${path}/:id`, 'anyone'],
      [`POST /api/${path}`, 'member'],
      [`PUT /api/${path}/:id`, 'owner'],
      [`DELETE /api/${path}/:id`, 'owner'],
      [`GET /api/users/:id/${path}`, 'anyone'],
      [`GET /${path}/feed.xml`, 'anyone'],
      [`GET /sitemap-${path}-:part(^\\d{1,6}).xml`, 'anyone'],
    ]),
  ),
  'POST /api/upload': 'member',
  'GET /api/uploads/:file': 'anyone',
  'POST /api/logs': 'anyone',
  'GET /robots.txt': 'anyone',
  'GET /sitemap.xml': 'anyone',
  'GET /sitemap-pages.xml': 'anyone',
  'GET /api/health': 'anyone',
  'GET /api/openapi.json': 'anyone',
  'GET /api/docs': 'anyone',
  'GET /api/docs/style.css': 'anyone',
  '* /api/*': 'anyone',
}

/** Calls that change something, a GET among them. */
const writes = Object.keys(table).filter(
  (route) => /^(POST|PUT|DELETE) /.test(route) || route === 'GET /api/auth/logout',
)

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
}

/** A real call of a route, on a listing of that category where it takes one. */
function callOf(route: string, ids: Record<string, number>): Call {
  const [method, path = ''] = route.replace('*', 'GET').split(' ')
  const id = Object.entries(ids).find(([start]) => path.startsWith(`/api/${start}`))?.[1]
  const url = path
    .replace(':id', String(id ?? ids.seller))
    .replace(':file', 'x.webp')
    .replace(/:part\(.*?\)/, '0')
  return { method: method as Call['method'], url }
}

/** A market in which Ada has one listing of each category. */
async function market(engine: (typeof engines)[number]) {
  const open = await openMarket(engine)
  const ids: Record<string, number> = {}
  for (const { id, path } of categories) {
    const { body } = await open.ada.post(`/api/${path}`, postings[id])
    ids[path] = body.id
    ids.seller = body.seller.id
  }
  return { ...open, ids }
}

describe('access', () => {
  it('is stated for every route', async () => {
    const { app } = await buildTestApp('sqlite')
    expect([...app.routeList].toSorted()).toEqual(Object.keys(table).toSorted())
  })
})

describe.each(engines)('access on %s', (engine) => {
  const closed = Object.entries(table).filter(([, who]) => who !== 'anyone')
  const open = Object.entries(table).filter(([, who]) => who === 'anyone')

  it('is refused to visitors and ended sessions where it needs a student', async () => {
    const { app, bob, visitor, ids } = await market(engine)
    const ended = bob.cookie()
    await bob.get('/api/auth/logout')
    for (const [route] of closed) {
      const call = callOf(route, ids)
      expect((await visitor.send(call.method, call.url)).status, route).toBe(401)
      const answer = await app.inject({ ...call, headers: { cookie: ended } })
      expect(answer.statusCode, `${route} after logout`).toBe(401)
    }
  })

  it('is refused to other students where it needs the owner', async () => {
    const { bob, ids } = await market(engine)
    for (const [route, who] of closed) {
      const { method, url } = callOf(route, ids)
      if (who === 'owner') expect((await bob.send(method, url)).status, route).toBe(403)
    }
  })

  it('is given to the owner, who is then told what is wrong', async () => {
    const { ada, ids } = await market(engine)
    for (const [route, who] of closed) {
      const { method, url } = callOf(route, ids)
      if (who === 'owner') expect([204, 400], route).toContain((await ada.send(method, url)).status)
    }
  })

  it('is given to visitors everywhere else', async () => {
    const { app, ids } = await market(engine)
    for (const [route] of open) {
      const { statusCode } = await app.inject(callOf(route, ids))
      expect([401, 403], route).not.toContain(statusCode)
    }
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused to writes from %s, and nothing changes', async (_, headers) => {
    const { app, ada, ids } = await market(engine)
    const cookie = ada.cookie()
    for (const route of writes) {
      const answer = await app.inject({ ...callOf(route, ids), headers: { ...headers, cookie } })
      expect(answer.statusCode, route).toBe(403)
    }
    expect((await ada.get('/api/auth/me')).body.id).toBe(ids.seller)
    for (const { path } of categories) {
      expect((await ada.get(`/api/${path}`)).body.total).toBe(1)
    }
  })
})
