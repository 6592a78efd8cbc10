import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { startSession } from '#server/accounts/sessions.ts'
import type { Db } from '#server/database/database.ts'
import { ada } from './support/browser.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { type Engine, engines } from './support/databases.ts'
import { openMarket, postings } from './support/market.ts'

const callers = ['a visitor', 'the owner', 'another student', 'an ended session'] as const

/** The status each of the callers gets, in their order. */
type Row = [number, number, number, number]

const anyone = (status: number): Row => [status, status, status, status]
const members = (status: number): Row => [401, status, status, 401]
const ownerOnly = (status: number): Row => [401, status, 403, 401]

/** Who may call what. A route that is not in this table fails the build. */
const table: Record<string, Row> = {
  'POST /api/users': anyone(201),
  'POST /api/auth/login': anyone(200),
  'GET /api/auth/me': anyone(200),
  'POST /api/auth/refresh': anyone(200),
  'GET /api/auth/logout': anyone(200),
  'POST /api/auth/reset-password': anyone(200),
  'POST /api/auth/change-password': anyone(400),
  'GET /api/users/me/export': members(200),
  'DELETE /api/users/me': members(400),
  ...Object.fromEntries(
    categories.flatMap(({ path }): [string, Row][] => [
      [`GET /api/${path}`, anyone(200)],
      [`GET /api/${path}/:id`, anyone(200)],
      [`POST /api/${path}`, members(201)],
      [`PUT /api/${path}/:id`, ownerOnly(200)],
      [`DELETE /api/${path}/:id`, ownerOnly(204)],
      [`GET /api/users/:id/${path}`, anyone(200)],
      [`GET /${path}/feed.xml`, anyone(200)],
      [`GET /sitemap-${path}-:part(^\\d{1,6}).xml`, anyone(200)],
    ]),
  ),
  'POST /api/upload': members(415),
  'GET /api/uploads/:file': anyone(404),
  'POST /api/logs': anyone(204),
  'GET /robots.txt': anyone(200),
  'GET /sitemap.xml': anyone(200),
  'GET /sitemap-pages.xml': anyone(200),
  'GET /api/health': anyone(200),
  'GET /api/metrics': anyone(401),
  'GET /api/openapi.json': anyone(200),
  'GET /api/docs': anyone(200),
  'GET /api/docs/style.css': anyone(200),
  '* /api/*': anyone(404),
}

let strangers = 0

/** What a caller sends who means it; a deletion of the account comes with a wrong password. */
const bodies: Record<string, () => unknown> = {
  'POST /api/users': () => ({ ...ada, email: `stranger${strangers++}@uwaterloo.ca` }),
  'POST /api/auth/login': () => ada,
  'POST /api/auth/reset-password': () => ({ email: ada.email }),
  'POST /api/auth/change-password': () => ({ token: 'made-up', password: ada.password }),
  'DELETE /api/users/me': () => ({ password: 'wrong horse 1!' }),
  'POST /api/logs': () => ({ path: '/', userAgent: 'x', timestamp: 0 }),
  ...Object.fromEntries(
    categories.flatMap(({ id, path }) => [
      [`POST /api/${path}`, () => postings[id]],
      [`PUT /api/${path}/:id`, () => postings[id]],
    ]),
  ),
}

/** Calls that change something, a GET among them. */
const isWrite = (route: string) =>
  /^(POST|PUT|PATCH|DELETE) /.test(route) || route === 'GET /api/auth/logout'

/** A market in which Ada posts a listing whenever a call needs one. */
async function openTable(engine: Engine, settings: Record<string, string> = {}) {
  const market = await openMarket(engine, { METRICS_TOKEN: 'sixteen letters!', ...settings })
  const { app, db, clock } = market
  const owner = (await market.ada.get('/api/auth/me')).body.id
  const other = (await market.bob.get('/api/auth/me')).body.id

  async function session(userId: number): Promise<string> {
    const { token } = await startSession(db, userId, clock.now)
    return `quad=${token.selector}.${token.secret}`
  }

  async function cookies(): Promise<string[]> {
    const ended = await session(owner)
    await app.inject({ url: '/api/auth/logout', headers: { cookie: ended } })
    return ['', await session(owner), await session(other), ended]
  }

  /** A real call of a route, on a listing of its category where it takes one. */
  async function callOf(route: string) {
    const [method = '', path = ''] = route.replace('*', 'GET').split(' ')
    const category = categories.find((each) => path.startsWith(`/api/${each.path}/`))
    const id = category
      ? (await market.ada.post(`/api/${category.path}`, postings[category.id])).body.id
      : owner
    const url = path
      .replace(':id', String(id))
      .replace(':file', 'x.webp')
      .replace(/:part\(.*?\)/, '0')
    return { method: method as 'GET', url }
  }

  const send = (route: string, call: { method: 'GET'; url: string }, headers: object) => {
    const body = bodies[route]?.()
    return app.inject({
      ...call,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
  }
  return { ...market, cookies, callOf, send }
}

/** Everything there is, to be compared. */
async function everything(db: Db): Promise<string> {
  const names = await db.all<{ name: string }>(
    db.dialect === 'sqlite'
      ? sql`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name`
      : sql`SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
  )
  const tables: Record<string, unknown> = {}
  for (const { name } of names) tables[name] = await db.all(sql`SELECT * FROM ${raw(name)}`)
  return JSON.stringify(tables)
}

describe('access', () => {
  it('is stated for every route', async () => {
    const { app } = await buildTestApp('sqlite', { METRICS_TOKEN: 'sixteen letters!' })
    expect([...app.routeList].toSorted()).toEqual(Object.keys(table).toSorted())
  })
})

describe.each(engines)('access on %s', (engine) => {
  it('is given and refused as the table says', async () => {
    const { cookies, callOf, send } = await openTable(engine)
    for (const [route, row] of Object.entries(table)) {
      const call = await callOf(route)
      const found: Record<string, number> = {}
      // The owner last: what they delete is gone.
      for (const [index, cookie] of [...(await cookies()).entries()].toSorted(ownerLast)) {
        const answer = await send(route, call, cookie ? { cookie } : {})
        found[callers[index] ?? ''] = answer.statusCode
      }
      const wanted = Object.fromEntries(callers.map((caller, index) => [caller, row[index]]))
      expect(found, route).toEqual(wanted)
    }
  }, 60_000)

  it('to a listing needs a session on a site for members', async () => {
    const { cookies, callOf, send } = await openTable(engine, { LISTING_ACCESS: 'members' })
    for (const { path } of categories) {
      const route = `GET /api/${path}/:id`
      const call = await callOf(route)
      const statuses: number[] = []
      for (const cookie of await cookies()) {
        statuses.push((await send(route, call, cookie ? { cookie } : {})).statusCode)
      }
      expect(statuses, route).toEqual(members(200))
    }
  })

  it('is refused to writes that another site sends, and nothing changes', async () => {
    const { app, db, cookies, callOf, send } = await openTable(engine)
    const elsewhere = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ]
    const ahead = [{ 'sec-purpose': 'prefetch' }, { purpose: 'prefetch' }, { 'x-moz': 'prefetch' }]
    for (const route of app.routeList.filter(isWrite)) {
      const call = await callOf(route)
      const [, cookie] = await cookies()
      const before = await everything(db)
      for (const headers of route.startsWith('GET') ? [...elsewhere, ...ahead] : elsewhere) {
        const answer = await send(route, call, { ...headers, cookie })
        expect(answer.statusCode, `${route} ${JSON.stringify(headers)}`).toBe(403)
        expect(answer.json().code).toBe('forbidden')
      }
      expect(await everything(db), route).toBe(before)
    }
  }, 60_000)

  it.each(categories)('stays with the owner, whatever a body adds: $path', async (category) => {
    const { ada: owner, bob, clock } = await openMarket(engine)
    const stranger = (await bob.get('/api/auth/me')).body.id
    const forged = {
      id: 999,
      seller: { id: stranger, name: 'Bob', email: 'bob@mylaurier.ca' },
      seller_id: stranger,
      sellerId: stranger,
      user_id: stranger,
      posted_at: 1,
      updated_at: 1,
      created_at: '2001-01-01',
      post_date: '2001-01-01',
      date_posted: '2001-01-01',
      photo_info: [],
      details: { id: 999 },
      views: 5,
    }
    const body = { ...postings[category.id], ...forged }
    const posted = await owner.post(`/api/${category.path}`, body)
    const plain = await owner.post(`/api/${category.path}`, postings[category.id])
    const { id, ...rest } = posted.body
    expect(rest).toEqual({ ...plain.body, id: undefined })
    expect(id).toBe(plain.body.id - 1)
    clock.now += 60_000
    const changed = await owner.put(`/api/${category.path}/${id}`, body)
    expect(changed).toMatchObject({ status: 200, body: posted.body })
    expect((await bob.put(`/api/${category.path}/${id}`, body)).status).toBe(403)
    expect(posted.body[category.wire.date]).toBe('2026-11-15T12:00:00.000Z')
  })
})

const ownerLast = ([a]: [number, string], [b]: [number, string]) =>
  Number(a === 1) - Number(b === 1)
