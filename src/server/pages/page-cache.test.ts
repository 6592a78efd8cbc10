import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { Render } from '#contract/rendering.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { ada, bob, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'

const page = (body: string, status = 200) => ({
  status,
  head: { title: 'A page', description: '' },
  body,
  state: null,
  modules: [],
})

/** Shows what the API says at its own address, and to whom. */
const mirror: Render = async ({ url, fetch, isLoggedIn }) => {
  const me = await (isLoggedIn ? (await fetch('/api/auth/me')).text() : 'nobody')
  if (url === '/about') return page(`about, for ${me}`)
  const answer = await fetch(`/api${url}`)
  if (answer.status === 401) return { redirect: '/login' }
  return page(`${url} for ${me}: ${await answer.text()}`, answer.status)
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
    return {
      post,
      text: (url: string) => text(url, { cookie: cookieJar.cookie }),
      cookie: cookieJar.cookie,
    }
  }
  return { ...built, render: counted, get, text, student }
}

describe.each(engines)('pages for visitors on %s', (engine) => {
  it('are rendered once until a listing they show changes', async () => {
    const { text, render, student } = await open(engine)
    const author = await student()
    expect(await text('/misc')).toContain('"total":0')
    await text('/misc')
    await text('/about')
    await text('/rentals')
    expect(render).toHaveBeenCalledTimes(3)
    await author.post('/api/misc', listingInputs.misc)
    expect(await author.text('/misc')).toContain('Desk lamp')
    await vi.waitFor(async () => expect(await text('/misc')).toContain('Desk lamp'), 20_000)
    render.mockClear()
    for (const url of ['/about', '/rentals', '/misc']) await text(url)
    expect(render).not.toHaveBeenCalled()
  })

  it('are never served to a student, nor a student’s page to a visitor', async () => {
    const { text, student } = await open(engine)
    const [one, other] = [await student(), await student(bob)]
    for (let round = 0; round < 2; round += 1) {
      for (const url of ['/about', '/misc']) {
        const [hers, his, nobodys] = [await one.text(url), await other.text(url), await text(url)]
        expect(hers).toContain(ada.email)
        expect(his).toContain(bob.email)
        expect(his).not.toContain(ada.email)
        expect(nobodys).toContain('nobody')
        expect(nobodys).not.toContain('@')
      }
    }
  })

  it('do not show a listing with LISTING_ACCESS=members', async () => {
    const { get, student } = await open(engine, { LISTING_ACCESS: 'members' })
    const member = await student()
    const { body } = await member.post('/api/misc', listingInputs.misc)
    const url = `/misc/${(body as { id: number }).id}`
    for (let round = 0; round < 2; round += 1) {
      expect(await member.text(url)).toContain('Desk lamp')
      const answer = await get(url)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login'])
    }
  })
})

describe('a cached page', () => {
  it('is shared by URLs that differ in unknown parameters only', async () => {
    const { text, render } = await open('sqlite')
    for (const url of ['/misc', '/misc?utm_source=a', '/misc?fbclid=1&q=', '/misc?x#?q=lamp']) {
      expect(await text(url)).toContain('/misc for nobody')
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
  it('repeats a page with identical headers, and renders another for a session cookie', async () => {
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
    expect((await ask({ cookie: author.cookie })).body).toContain(ada.email)
    expect(await ask()).toEqual(first)
    await createClient(app).send({
      method: 'POST',
      url: '/api/misc',
      headers: { cookie: author.cookie },
      payload: listingInputs.misc,
    })
    expect((await ask()).body).toContain('Desk lamp')
  })

  it('compresses a page with an accepted encoding', async () => {
    const { get } = await open('sqlite', {}, async () => page('a room near campus '.repeat(200)))
    const answer = await get('/about', { 'accept-encoding': 'br' })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('a room near campus')
  })
})
