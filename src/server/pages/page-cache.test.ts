import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { noStudent, studentHeader } from '#contract/offline.ts'
import type { Render } from '#contract/rendering.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { ada, bob, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { hourMs, minuteMs } from '../durations.ts'
import { decompress, encodings } from '../http/compression.ts'

const page = (body: string, status = 200) => ({
  status,
  head: { title: 'A page', description: '' },
  body,
  state: { audience: 'visitors' as const, queries: null, today: '2026-11-15', routeIds: [] },
  modules: [],
})

/** Renders the API's response at the same address, and the audience. */
const mirror: Render = async ({ url, fetch, audience }) => {
  if (url === '/about') return page(`about, for ${audience}`)
  const response = await fetch(`/api${url}`)
  if (response.status === 401) return { redirect: '/login' }
  return page(`${url} for ${audience}: ${JSON.stringify(await response.json())}`, response.status)
}

async function open(engine: 'sqlite' | 'postgres', settings = {}, render = mirror) {
  const counted = vi.fn(render)
  const built = await buildTestApp(engine, settings, {
    loadWeb: async () => ({ render: counted, assetTags: () => '' }),
  })
  const get = (url: string, headers: Record<string, string> = {}) =>
    built.app.inject({ url, headers })
  const text = async (url: string, headers = {}) => (await get(url, headers)).payload
  const student = async (who = ada) => {
    const { cookieJar, post } = await createLoggedInClient(built.app, who)
    const { cookie } = cookieJar
    return { post, cookie, text: (url: string) => text(url, { cookie }) }
  }
  return { ...built, render: counted, get, text, student }
}

describe.each(anyEngine)('shared pages on %s', (engine) => {
  it('are rendered once for an audience until a listing they show changes', async () => {
    const { text, render, student } = await open(engine)
    const [author, reader] = [await student(), await student(bob)]
    for (const get of [text, author.text, reader.text]) {
      expect(await get('/misc')).toContain('"total":0')
      await get('/misc')
      await get('/about')
      await get('/rentals')
    }
    expect(render).toHaveBeenCalledTimes(6)
    await author.post('/api/misc', listingInputs.misc)
    expect(await author.text('/misc')).toContain('Desk lamp')
    expect(await reader.text('/misc')).toContain('Desk lamp')
    await vi.waitFor(async () => expect(await text('/misc')).toContain('Desk lamp'), 20_000)
    render.mockClear()
    for (const url of ['/about', '/rentals', '/misc']) {
      for (const get of [text, author.text, reader.text]) await get(url)
    }
    expect(render).not.toHaveBeenCalled()
  })

  it('end with the first listing they show, also when no job has recorded its end', async () => {
    const { db, clock, get, render, student } = await open(engine)
    const author = await student()
    const input = { ...listingInputs.misc, event_date: '2026-11-15' }
    const { id, ends_at } = (await author.post('/api/misc', input)).body as Record<string, string>
    await db.run(sql`DELETE FROM jobs WHERE kind = 'end-listings'`)
    // The list with a search is cached only as a page.
    const other = (await author.post('/api/misc', listingInputs.misc)).body as { id: number }
    const urls = [
      '/misc',
      '/misc?q=lamp',
      '/api/misc',
      `/api/misc/${other.id}/similar`,
      `/misc/${id}`,
      `/api/misc/${id}`,
    ]
    const mention = `"id":${id},"photo`
    const answers = async () => {
      const responses = await Promise.all(urls.map((url) => get(url)))
      return responses.map(({ statusCode, payload }) => [statusCode, payload.includes(mention)])
    }
    clock.now = Date.parse(ends_at ?? '') - 1
    await vi.waitFor(async () => expect(await answers()).toEqual(urls.map(() => [200, true])))
    render.mockClear()
    await answers()
    expect(render).not.toHaveBeenCalled()
    clock.now += 1
    const [hidden, gone] = [
      [200, false],
      [410, false],
    ]
    const afterEnd = [hidden, hidden, hidden, hidden, gone, gone]
    expect(await answers()).toEqual(afterEnd)
    render.mockClear()
    expect(await answers()).toEqual(afterEnd)
    // The 410 page is cached too, but the owner still gets their own page.
    expect(render).not.toHaveBeenCalled()
    expect(await author.text(`/misc/${id}`)).toContain('"status":"expired"')
  })

  it('live until midnight on campus, the landing page for a minute, pages with signals for an hour', async () => {
    const { clock, text, render, student } = await open(engine, {}, async (request) =>
      request.url === '/' ? page('shuffled') : mirror(request),
    )
    changeCampus({ timeZone: 'America/Toronto' })
    const author = await student()
    const { id } = (await author.post('/api/misc', listingInputs.misc)).body as { id: number }
    const urls = ['/', '/about', '/misc', '/misc?q=lamp', `/misc/${id}`]
    const readAll = async () => {
      render.mockClear()
      for (const url of urls) await text(url)
      return render.mock.calls.map(([{ url }]) => url)
    }
    // Waits until this process has read the versions of the new listing.
    await vi.waitFor(async () => expect(await readAll()).toEqual([]), 20_000)
    clock.now = Date.UTC(2026, 10, 15, 12) + minuteMs - 1
    expect(await readAll()).toEqual([])
    clock.now += 1
    expect(await readAll()).toEqual(['/'])
    clock.now = Date.UTC(2026, 10, 15, 12) + hourMs
    expect(await readAll()).toEqual(['/', `/misc/${id}`])
    // In November, midnight there is at 5:00 UTC.
    clock.now = Date.UTC(2026, 10, 16, 5) - 1
    expect(await readAll()).toEqual(['/', `/misc/${id}`])
    clock.now += 1
    expect(await readAll()).toEqual(['/about', '/misc', '/misc?q=lamp', `/misc/${id}`])
  })

  it('do not show a listing to visitors with LISTING_ACCESS=members', async () => {
    const { get, student, render } = await open(engine, { LISTING_ACCESS: 'members' })
    const [owner, member] = [await student(), await student(bob)]
    const { body } = await owner.post('/api/misc', listingInputs.misc)
    const url = `/misc/${(body as { id: number }).id}`
    for (let round = 0; round < 2; round += 1) {
      expect(await member.text(url)).toContain('Desk lamp')
      const answer = await get(url)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login'])
    }
    expect(render.mock.calls.map(([{ audience }]) => audience)).toEqual([
      'students',
      'visitors',
      'visitors',
    ])
  })

  it('show a student what another process wrote, before this one reads versions again', async () => {
    const { db, text, student } = await open(engine)
    const reader = await student()
    await reader.post('/api/misc', listingInputs.misc)
    const queries = vi.spyOn(db, 'all')
    await vi.waitFor(async () => {
      expect(await text('/misc')).toContain('"total":1')
      queries.mockClear()
      await text('/misc')
      // PostgreSQL needs no query once the versions are in memory.
      if (db.dialect === 'postgres') expect(queries).not.toHaveBeenCalled()
    }, 20_000)
    await db.transaction(async (tx) => {
      await tx.run(sql`DELETE FROM listings`)
      await tx.run(sql`UPDATE category_versions SET version = version + 1`)
    })
    expect(await reader.text('/misc')).toContain('"total":0')
  })

  it('cost a student no query beyond the session look-up', async () => {
    const { db, text, student } = await open(engine)
    const author = await student()
    await author.text('/misc')
    await text('/misc')
    const queries = [vi.spyOn(db, 'get'), vi.spyOn(db, 'all'), vi.spyOn(db, 'run')]
    await author.text('/misc')
    expect(queries.flatMap(({ mock }) => mock.calls)).toHaveLength(1)
  })
})

describe('a cached page', () => {
  it('is shared by URLs that differ in unknown parameters only', async () => {
    const { text, render } = await open('sqlite')
    for (const url of ['/misc', '/misc?utm_source=a', '/misc?fbclid=1&q=', '/misc?x#?q=lamp']) {
      expect(await text(url)).toContain('/misc for visitors')
    }
    expect(render).toHaveBeenCalledTimes(1)
    expect(await text('/misc?order=price&utm_source=a')).toContain('/misc?order=price for')
    expect(await text('/misc?order=-price')).toContain('/misc?order=-price for')
    expect(render).toHaveBeenCalledTimes(3)
  })

  it('is not cached when it is missing, failed, or a part of its data did', async () => {
    let down = true
    const { text, get, render } = await open('sqlite', {}, async (request) => {
      if (request.url === '/broken') throw new Error('down')
      if (down && request.url === '/') await request.fetch('/api/misc?limit=nonsense')
      return mirror(request)
    })
    const tried = ['/broken', '/broken', '/misc/7', '/misc/7', '/nowhere', '/nowhere', '/']
    for (const url of tried) await get(url)
    expect(render).toHaveBeenCalledTimes(tried.length)
    down = false
    await text('/')
    expect(render).toHaveBeenCalledTimes(tried.length + 1)
  })

  it('is rendered once for concurrent requests', async () => {
    const { text, render } = await open('sqlite')
    await Promise.all(Array.from({ length: 10 }, () => text('/misc')))
    expect(render).toHaveBeenCalledTimes(1)
  })

  it('is answered with 304 when the ETag matches', async () => {
    const { get, student } = await open('sqlite')
    const first = await get('/misc')
    const etag = String(first.headers.etag)
    const again = await get('/misc', { 'if-none-match': `"other", ${etag}` })
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
    const author = await student()
    await author.post('/api/misc', listingInputs.misc)
    expect((await get('/misc', { 'if-none-match': etag })).statusCode).toBe(200)
    expect((await get('/misc/7', { 'if-none-match': '*' })).statusCode).toBe(404)
  })

  it('is cached for each theme that a browser may have chosen', async () => {
    const { text, render } = await open('sqlite')
    const inTheme = (theme: string) => text('/about', { cookie: `quad-theme=${theme}` })
    for (const _ of [1, 2]) {
      expect(await inTheme('dark')).toContain(' data-theme="dark">')
      expect(await inTheme('light')).toContain(' data-theme="light">')
      expect(await inTheme('"><script>')).not.toContain(' data-theme="')
      expect(await text('/about')).not.toContain(' data-theme="')
    }
    expect(render).toHaveBeenCalledTimes(3)
  })

  it('tells the service worker whose it is', async () => {
    const { get, student } = await open('sqlite')
    const { cookie } = await student()
    expect((await get('/about')).headers[studentHeader]).toBe(noStudent)
    expect((await get('/about', { cookie })).headers[studentHeader]).toMatch(/^\d+$/)
    expect((await get('/dashboard', { cookie })).headers[studentHeader]).toMatch(/^\d+$/)
  })

  it('has the same headers for HEAD', async () => {
    const { app, get } = await open('sqlite')
    const { headers, payload } = await get('/misc')
    const head = await app.inject({ method: 'HEAD', url: '/misc' })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    expect(head.headers).toMatchObject({
      etag: headers.etag,
      'content-length': String(Buffer.byteLength(payload)),
    })
  })
})

describe('over a connection', () => {
  it('repeats a page with identical headers, and renders another for students', async () => {
    const { app, render, student } = await open('sqlite')
    const author = await student()
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (headers = {}) => {
      const answer = await fetch(`${origin}/misc`, { headers })
      const { date: _, ...rest } = Object.fromEntries(answer.headers)
      return { status: answer.status, headers: rest, body: await answer.text() }
    }
    const first = await ask()
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    })
    expect(await ask()).toEqual(first)
    expect(render).toHaveBeenCalledTimes(1)
    expect((await ask({ cookie: author.cookie })).body).toContain('for students')
    expect(await ask()).toEqual(first)
    await createClient(app).send({
      method: 'POST',
      url: '/api/misc',
      headers: { cookie: author.cookie },
      payload: listingInputs.misc,
    })
    expect((await ask()).body).toContain('Desk lamp')
  })

  it('compresses a page with each encoding', async () => {
    const { get } = await open('sqlite', {}, async () => page('a room near campus '.repeat(200)))
    for (const encoding of encodings) {
      const { headers, rawPayload } = await get('/about', { 'accept-encoding': encoding })
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding, cookie',
      })
      expect((await decompress(rawPayload, encoding)).toString()).toContain('a room near campus')
    }
  })
})
