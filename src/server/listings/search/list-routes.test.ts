import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { buildTestAppWithUsers, type JsonBody } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { completeInputs, invalidIds, listingInputs } from '#tests/support/listing-inputs.ts'
import type { Db } from '../../database/database.ts'
import { countWithout } from './count-without.ts'

stayOnBuiltInCampus()

/** Stops the clock, so that no count is left out on a slow machine. */
const stopCountingTime = () => vi.spyOn(performance, 'now').mockReturnValue(0)

describe.each(anyEngine)('lists over HTTP on %s', (engine) => {
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
      (await visitor.get(`/api/misc?exact=1&q=${encodeURIComponent(q)}`)).body.total
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
      ['rentals', 'term', '2027-autumn'],
      ['rentals', 'from', '2027-02-30'],
      ['rentals', 'to', '2027-01-01&from=2027-01-02'],
      ['rentals', 'months', '5'],
      ['rentals', 'house_type', 'House,Castle'],
      ['misc', 'order', 'soonest'],
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

  it('answer days at the ends of the calendar', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    await ada.post('/api/rentals', listingInputs.rental)
    const total = async (query: string) => {
      const { status, body } = await visitor.get(`/api/rentals?${query}`)
      return [status, body.total]
    }
    for (const never of ['from=0000-01-01', 'to=0000-12-31', 'term=0000-winter'])
      expect([never, ...(await total(never))]).toEqual([never, 200, 0])
    for (const always of ['from=9999-12-31', 'to=9999-01-01', 'term=9999-fall'])
      expect([always, ...(await total(always))]).toEqual([always, 200, 1])
  })

  it('that find nothing tell what they would find without each parameter', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    stopCountingTime()
    const post = (input: object) => ada.post('/api/rentals', { ...listingInputs.rental, ...input })
    await post({ cost: 700, is_sublet: true, title: 'Loft' })
    await post({ cost: 900, is_sublet: true })
    await post({ cost: 900, is_sublet: false, title: 'Loft' })
    const without = async (query: string) =>
      (await visitor.get(`/api/rentals?${query}`)).body.without
    expect(await without('type=sublet&q=loft&min_price=800')).toEqual({
      type: 1,
      q: 1,
      min_price: 1,
    })
    expect(await without('max_price=100')).toEqual({ max_price: 3 })
    expect(await without('type=sublet&q=loft&min_price=800&limit=1')).toBeUndefined()
    expect(await without('max_price=100&min_price=50&type=lease')).toEqual({ max_price: 1 })
    expect(await without('q=castle&type=lease&pets=1')).toBeUndefined()
    expect(await without('type=sublet')).toBeUndefined()
    expect((await visitor.get('/api/misc')).body.without).toBeUndefined()
  })

  it('that find nothing leave the counts out while others are counted, for a minute', async () => {
    const { ada, visitor, clock, db } = await buildTestAppWithUsers(engine)
    stopCountingTime()
    await ada.post('/api/rentals', listingInputs.rental)
    const without = async () => (await visitor.get('/api/rentals?max_price=100')).body.without
    const release = Promise.withResolvers<void>()
    const slowDb = { dialect: engine, get: () => release.promise }
    const slow = countWithout(
      slowDb as Partial<Db> as Db,
      categoryById.rental,
      listQuery.rental.parse({ max_price: 1 }),
    )
    expect(await without()).toBeUndefined()
    release.resolve()
    await slow
    expect(await without()).toBeUndefined()
    clock.now += 60_000
    expect(await without()).toEqual({ max_price: 1 })
    // Once the counts are complete, the list is cached.
    await db.run(sql`UPDATE listings SET status = 'sold'`)
    clock.now += 60_000
    expect(await without()).toEqual({ max_price: 1 })
  })

  it('that find nothing by more parameters than are counted still tell about words and prices', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    stopCountingTime()
    await ada.post('/api/rentals', { ...completeInputs.rental, cost: 900 })
    const period = 'term=2027-winter&from=2027-01-01&to=2027-04-30&months=4'
    const home = 'type=sublet&place=room&bedrooms=5&beds=4&house_type=Bedroom&furnished=1'
    const url = `/api/rentals?${period}&${home}&location=king&min_price=1&max_price=`
    expect((await visitor.get(`${url}900`)).body.total).toBe(1)
    expect((await visitor.get(`${url}800`)).body.without).toEqual({ max_price: 1 })
    expect((await visitor.get(`${url}900&q=castle`)).body.without).toEqual({ q: 1 })
  })

  it('find what students type', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    const home = { house_type: 'Apartment', is_sublet: true, is_shared: false }
    const place = { ...listingInputs.rental, ...home, is_utilities_included: false }
    const post = async (title: string, input: object = {}) =>
      ada.post('/api/rentals', { ...place, title, ...input })
    await post('By number', { num_beds: 2, has_parking: true })
    await post('By text: a two-bedroom')
    await post('Three', { num_beds: 3, address: '5 Columbia St', amenities: ['Furnished'] })
    await post('Lease', { num_beds: 2, is_sublet: false })
    await post('Room in a 2 bedroom apartment', { is_shared: true, num_beds: 1 })
    await post('Single 2 bedroom', { house_type: 'Bedroom' })
    await post('Private room in a 2 bedroom apartment')
    await post('One of them', { description: 'One room of 2 bedrooms, you share the kitchen' })
    await post('Other', { description: '2 bathrooms, bedroom', house_type: 'House' })
    const titles = async (q: string) =>
      (await visitor.get(`/api/rentals?q=${encodeURIComponent(q)}`)).body.results.map(
        ({ title }: JsonBody) => title,
      )
    for (const q of ['2 bedroom sublet', 'sublet 2br', 'two bedrooms sublet', '2-bedroom SUBLET'])
      expect([q, ...(await titles(q))]).toEqual([q, 'By text: a two-bedroom', 'By number'])
    expect(await titles('columbia')).toEqual(['Three'])
    expect(await titles('furnished 3 bed')).toEqual(['Three'])
    expect(await titles('parking')).toEqual(['By number'])
    expect(await titles('house')).toEqual(['Other'])
    expect(await titles('lease')).toEqual(['Lease'])
    const { id } = (
      await post('Unsaid', { is_sublet: null, is_shared: null, is_utilities_included: null })
    ).body
    for (const q of ['sublet', 'lease', 'whole place', 'utilities'])
      expect(await titles(q)).not.toContain('Unsaid')
    for (const filter of ['type=sublet', 'type=lease', 'place=whole', 'parking=1'])
      expect((await visitor.get(`/api/rentals?q=unsaid&${filter}`)).body.total).toBe(0)
    await ada.delete(`/api/rentals/${id}`)
    await post('Cards', {
      available_to: '2027-04-30',
      amenities: ['Wi-Fi included'],
      is_utilities_included: true,
      no_smoking: true,
    })
    // A lease has no end, so it covers the term.
    expect(await titles('winter 2027')).toEqual(['Cards', 'Lease'])
    for (const q of ['wifi', 'wi-fi', 'no smoking']) {
      expect([q, ...(await titles(q))]).toEqual([q, 'Cards'])
    }
    expect(await titles('utilities extra')).toHaveLength(9)
    expect(await titles('utilities included')).toEqual(['Cards'])
    expect(await titles('whole place')).toHaveLength(8)
    await ada.post('/api/misc', {
      ...listingInputs.misc,
      title: 'Concert, row 3',
      category: 'Tickets',
    })
    for (const q of ['concert', 'tickets', '3'])
      expect((await visitor.get(`/api/misc?q=${q}`)).body.total).toBe(1)
    await ada.post('/api/textbooks', {
      ...listingInputs.textbook,
      isbn: '0-306-40615-2',
      course_codes: ['CS 246', 'SE 212'],
    })
    for (const q of ['978-0-306-40615-7', '0306406152', '97803064', 'cs246', 'SE 212 stewart'])
      expect([q, (await visitor.get(`/api/textbooks?q=${q}`)).body.total]).toEqual([q, 1])
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
