import { describe, expect, it, vi } from 'vitest'
import { listQuery } from '#contract/list-query.ts'
import { buildTestAppWithUsers, type JsonBody } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { invalidIds, listingInputs } from '#tests/support/listing-inputs.ts'

describe.each(engines)('lists over HTTP on %s', (engine) => {
  it('are paginated, with the total and the highest price of the category', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    for (const price of [30, 10, 20, 10]) {
      await ada.post('/api/misc', { ...listingInputs.misc, title: `Lamp ${price}`, price })
    }
    const prices = (body: JsonBody) => body.results.map(({ price }) => price)
    const first = (await visitor.get('/api/misc?limit=3&order=price&max_price=25&utm_source=x'))
      .body
    expect(first).toMatchObject({ next: null, total: 3, total_exact: true, max_price: 30 })
    expect(prices(first)).toEqual([10, 10, 20])
    const { body } = await visitor.get('/api/misc?limit=3')
    expect(prices(body)).toEqual([10, 20, 10])
    await ada.post('/api/misc', listingInputs.misc)
    const second = await visitor.get(`/api/misc?limit=3&cursor=${body.next}`)
    expect(prices(second.body)).toEqual([30])
    expect(second.body).toMatchObject({ next: null, total: 5 })
    expect((await visitor.get('/api/rentals')).body).toEqual({
      results: [],
      next: null,
      total: 0,
      total_exact: true,
      max_price: 0,
    })
  })

  it('are cached per query', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    await ada.post('/api/misc', listingInputs.misc)
    for (const odd of [
      '?fbclid=1?&q=zzzz',
      '?limit=1?&q=zzzz',
      '?q=zzzz#',
      '#?q=zzzz',
      '?&q=zzzz?',
    ]) {
      await visitor.get(`/api/misc${odd}`)
      for (const plain of ['', '?fbclid=1', '?limit=1', '?limit=24&order=new']) {
        expect((await visitor.get(`/api/misc${plain}`)).body.total, odd + plain).toBe(1)
      }
    }
  })

  it('answer If-None-Match with 304, and have ETags apart from those of a single listing', async () => {
    const { ada, app, visitor } = await buildTestAppWithUsers(engine)
    const ask = (url: string, etag = '') =>
      app.inject({ url, headers: { ...(etag && { 'if-none-match': etag }) } })
    const etag = String((await ask('/api/misc')).headers.etag)
    expect((await ask('/api/misc', etag)).statusCode).toBe(304)
    await ada.post('/api/misc', listingInputs.misc)
    await vi.waitFor(
      async () => expect((await ask('/api/misc', etag)).statusCode).toBe(200),
      20_000,
    )
    const understood = JSON.stringify(listQuery.misc.parse({}))
    for (const id of [understood, `list ${understood}`]) {
      expect((await visitor.get(`/api/misc/${encodeURIComponent(id)}`)).status).toBe(404)
    }
  })

  it('treat search text literally, never as query syntax', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    await ada.post('/api/misc', { ...listingInputs.misc, title: 'Café "AND" table: 50% off' })
    const total = async (q: string) =>
      (await visitor.get(`/api/misc?q=${encodeURIComponent(q)}`)).body.total
    for (const q of [
      'CAFE',
      'tab 5',
      '"and"',
      'table:*',
      "caf'",
      '*',
      '"',
      '-cafe',
      '{a b}:',
      '🚲',
      'a AND b',
    ])
      expect([q, await total(q)]).toEqual([q, 1])
    for (const q of ['afe', ') OR (', 'cafe OR sofa', 'NOT', 'table NEAR cafe', 'offer'])
      expect([q, await total(q)]).toEqual([q, 0])
  })

  it('reject a malformed parameter by name', async () => {
    const { visitor } = await buildTestAppWithUsers(engine)
    const wrong: [path: string, parameter: string, value: string][] = [
      ['rentals', 'limit', '0'],
      ['rentals', 'limit', '101'],
      ['rentals', 'limit', 'many'],
      ['rentals', 'order', 'old'],
      ['rentals', 'cursor', 'abc'],
      ['rentals', 'max_price', '-1'],
      ['rentals', 'min_price', 'cheap'],
      ['rentals', 'q', '%00'],
      ['rentals', 'beds', '6'],
      ['rentals', 'furnished', 'maybe'],
      ['rentals', 'type', 'castle'],
      ['textbooks', 'faculty', 'Magic'],
      ['textbooks', 'condition', 'Chewed'],
      ['textbooks', 'year', '9'],
      ['misc', 'listing_type', 'Giving'],
    ]
    for (const [path, parameter, value] of wrong) {
      const { status, body } = await visitor.get(`/api/${path}?${parameter}=${value}`)
      expect([parameter, value, status, Object.keys(body.fields ?? {})]).toEqual([
        parameter,
        value,
        400,
        [parameter],
      ])
    }
    const twice = await visitor.get('/api/rentals?limit=5&limit=6')
    expect(twice.status).toBe(400)
  })

  it('never show an email address, not even to members', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine, { LISTING_ACCESS: 'open' })
    const { body } = await ada.post('/api/misc', listingInputs.misc)
    const urls = ['/api/misc', '/api/misc?q=lamp', `/api/users/${body.seller.id}/misc`]
    for (const url of urls) {
      for (const who of [ada, visitor]) {
        const text = JSON.stringify((await who.get(url)).body)
        expect(text).toContain('Desk lamp')
        expect(text).not.toContain('@')
      }
    }
  })

  it('of one student are plain arrays, newest first', async () => {
    const { ada, bob, visitor } = await buildTestAppWithUsers(engine)
    const first = (await ada.post('/api/misc', listingInputs.misc)).body
    const second = (await ada.post('/api/misc', listingInputs.misc)).body
    await bob.post('/api/misc', listingInputs.misc)
    const { body } = await visitor.get(`/api/users/${first.seller.id}/misc`)
    expect(body).toMatchObject([{ id: second.id }, { id: first.id }])
    expect((await visitor.get(`/api/users/${first.seller.id}/rentals`)).body).toEqual([])
    for (const id of [...invalidIds, 4_000_000_000]) {
      expect(await visitor.get(`/api/users/${id}/misc`)).toMatchObject({
        status: 404,
        body: { error: 'Student not found.' },
      })
    }
  })
})
