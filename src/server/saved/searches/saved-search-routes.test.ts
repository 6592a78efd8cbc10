import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import { categories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { maxSavedSearches } from '#contract/saved-rules.ts'
import { buildTestAppWithUsers, type JsonBody } from '#tests/support/build-test-app-with-users.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { invalidIds, listingInputs } from '#tests/support/listing-inputs.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import type { SavedSearchRow } from './saved-search-queries.ts'

const url = apiPaths.savedSearches

async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestAppWithUsers(engine, settings)
  const { ada, db } = site
  const save = (query: string, changes: object = {}, student = ada) =>
    student.post(url, { category: 'misc', query, ...changes })
  const saved = async (student = ada) => (await student.get(url)).body.results
  const readRow = async (id: number) => {
    const row = await db.get<SavedSearchRow>(sql`SELECT * FROM saved_searches WHERE id = ${id}`)
    if (!row) throw new Error('There is no such search.')
    return row
  }
  const post = () => ada.post('/api/misc', listingInputs.misc)
  const highestRank = async () =>
    (await db.get<{ rank: number }>(sql`SELECT MAX(rank) AS rank FROM listings`))?.rank ?? 0
  return { ...site, save, saved, readRow, post, highestRank }
}

const queriesOf = (searches: JsonBody[]) => searches.map(({ query }) => query)

describe.each(anyEngine)('saving a search on %s', (engine) => {
  it('keeps its canonical query, with what it looks for in words', async () => {
    const { ada, save, saved, clock } = await openSite(engine)
    const price = `${campus.currency.symbol}50`
    const query = `?q=%20desk%20lamp&order=price&cursor=x&limit=5&utm_source=mail&max_price=${encodeURIComponent(price)}`
    const first = await save(query)
    expect(first).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
    expect(first.body).toEqual({
      id: expect.any(Number),
      category: 'misc',
      query: 'max_price=50&q=desk+lamp',
      label: expect.stringMatching(new RegExp(`: “desk lamp”, up to ${RegExp.escape(price)}$`)),
      frequency: 'daily',
      created_at: new Date(clock.now).toISOString(),
      paused_at: null,
    })
    const all = await ada.post(url, { category: 'rental', frequency: 'soon' })
    expect(all).toMatchObject({ status: 201, body: { query: '', label: 'All rentals' } })
    expect(await saved()).toEqual([all.body, first.body])
  })

  it.each(categories)('takes every query of the list: $path', async ({ id }) => {
    const { ada } = await openSite(engine)
    const query = `q=a&min_price=1&house_type=House&house_type=Apartment&condition=New,Used&term=2027-${campus.terms[0]?.id}`
    const { status, body } = await ada.post(url, { category: id, query })
    expect([status, body]).toEqual([201, expect.objectContaining({ category: id })])
  })

  it('that is saved already changes how often it tells of new ones', async () => {
    const { save, saved } = await openSite(engine)
    const { body } = await save('q=desk&listing_type=Selling')
    const again = await save('listing_type=selling&q=desk&order=price', { frequency: 'off' })
    expect(again).toMatchObject({ status: 200, body: { id: body.id, frequency: 'off' } })
    expect(await saved()).toEqual([again.body])
    expect(await save('q=desk&listing_type=Selling', { category: 'textbook' })).toMatchObject({
      status: 201,
    })
  })

  it('refuses what the list refuses, and says which parameter', async () => {
    const { ada, visitor, save, saved } = await openSite(engine)
    for (const [query, ...names] of [
      ['max_price=cheap', 'max_price'],
      ['max_price=cheap&min_price=-1&order=odd', 'max_price', 'min_price', 'order'],
      ['limit=0', 'limit'],
      ['q=a&q=b', 'q'],
      ['q=%00', 'q'],
      [`q=${'a'.repeat(201)}`, 'q'],
      ['category=Castles', 'category'],
    ] as const) {
      const refused = await save(query)
      expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request' } })
      expect(Object.keys(refused.body.fields).toSorted()).toEqual(names.toSorted())
      const { body } = await visitor.get(`/api/misc?${query}`)
      expect(refused.body.fields).toEqual(body.fields)
    }
    const days = { category: 'rental', query: 'from=2027-05-01&to=2027-04-30' }
    expect(await ada.post(url, days)).toMatchObject({
      status: 400,
      body: { fields: { to: expect.any(String) } },
    })
    expect(await saved()).toEqual([])
  })

  it('refuses bodies that are none', async () => {
    const { ada, save } = await openSite(engine)
    const refusal = (name: string) => ({
      status: 400,
      body: { fields: { [name]: expect.any(String) } },
    })
    expect(await save('', { category: 'boats' })).toMatchObject(refusal('category'))
    expect(await save('', { frequency: 'hourly' })).toMatchObject(refusal('frequency'))
    for (const query of [
      'a\0',
      'x=\ud800',
      `x=${'a'.repeat(4_000)}`,
      5,
      null,
      ['q=a'],
      { q: 'a' },
    ]) {
      expect(await ada.post(url, { category: 'misc', query })).toMatchObject(refusal('query'))
    }
    for (const body of [null, [], 'misc', 5]) {
      expect(await ada.post(url, body)).toMatchObject({ status: 400 })
    }
  })

  it('takes odd queries, and refuses one that is too long for the index', async () => {
    const { save } = await openSite(engine)
    const odd = '__proto__=1&constructor=x&toString&=&&%&a=%ff&'.repeat(80)
    expect(await save(odd)).toMatchObject({ status: 201, body: { query: '' } })
    // The text is hard to compress, and each character needs nine bytes in a URL.
    const text = Array.from({ length: 200 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    ).join('')
    expect(await save(`q=${text}`)).toMatchObject({ status: 201 })
    const long = await save(`q=${text}&location=${text}`, { category: 'rental' })
    expect(long).toMatchObject({
      status: 400,
      body: { fields: { query: 'This search is too long to save.' } },
    })
  })

  it('takes as many as a student may have, also when two come at once', async () => {
    const { ada, bob, save, saved } = await openSite(engine)
    for (let index = 1; index < maxSavedSearches; index++) {
      expect((await save(`q=word${index}`)).status).toBe(201)
    }
    const two = await Promise.all([save('q=last'), save('q=one+more')])
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 429])
    const refused = two.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'too_many',
      error: "You've saved 20 searches, which is the limit. Delete one first.",
    })
    expect(await save('q=word1', { frequency: 'soon' })).toMatchObject({ status: 200 })
    expect((await save('max_price=cheap')).status).toBe(400)
    expect((await save('q=word1', {}, bob)).status).toBe(201)
    const searches = await saved()
    expect(searches).toHaveLength(maxSavedSearches)
    await ada.delete(apiPaths.savedSearch(searches[0]?.id ?? 0))
    expect((await save('q=another')).status).toBe(201)
  })

  it('of the same one twice at once keeps one', async () => {
    const { save, saved } = await openSite(engine)
    const two = await Promise.all([save('q=desk'), save('q=desk&order=price')])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 201])
    expect(await saved()).toHaveLength(1)
  })

  it('is for who has confirmed, deleting for all; a visitor logs in first', async () => {
    const { ada, visitor, db, save, saved } = await openSite(engine, { VERIFY_EMAIL: 'on' })
    const { body } = await save('q=desk')
    expect(await visitor.post(url, 'nonsense')).toMatchObject({ status: 401 })
    expect(await visitor.get(url)).toMatchObject({ status: 401 })
    await db.run(sql`UPDATE users SET confirmed_at = NULL, must_confirm = 1`)
    for (const query of ['q=lamp', 'max_price=cheap']) {
      expect(await save(query)).toMatchObject({ status: 403, body: { code: 'unconfirmed' } })
    }
    expect(await saved()).toEqual([body])
    const one = apiPaths.savedSearch(body.id)
    expect(await ada.patch(one, { frequency: 'off' })).toMatchObject({ status: 200 })
    expect(await ada.delete(one)).toMatchObject({ status: 204 })
  })

  it('is not refused to who is suspended', async () => {
    const { ada, db, clock, save } = await openSite(engine)
    const { id } = (await ada.get(apiPaths.me)).body
    await suspendTestStudent(db, { studentId: id, now: clock.now })
    expect(await save('q=desk')).toMatchObject({ status: 201 })
  })
})

describe.each(anyEngine)('a saved search on %s', (engine) => {
  it('changes how often it tells of new ones, and is deleted', async () => {
    const { ada, save, saved } = await openSite(engine)
    const [desk, lamp] = [await save('q=desk'), await save('q=lamp')]
    const one = apiPaths.savedSearch(desk.body.id)
    for (const frequency of ['soon', 'off', 'daily']) {
      expect(await ada.patch(one, { frequency })).toMatchObject({
        status: 200,
        body: { ...desk.body, frequency },
      })
    }
    expect(queriesOf(await saved())).toEqual(['q=lamp', 'q=desk'])
    expect(await ada.delete(one)).toMatchObject({ status: 204, body: undefined })
    expect(await ada.delete(one)).toMatchObject({ status: 404 })
    expect(await saved()).toEqual([lamp.body])
  })

  it('is not there for others, whatever they send', async () => {
    const { ada, bob, save, saved } = await openSite(engine)
    const { body } = await save('q=desk')
    expect(await saved(bob)).toEqual([])
    for (const [student, id] of [
      [bob, body.id],
      ...[...invalidIds, body.id + 1].map((other) => [ada, other] as const),
    ] as const) {
      const one = `${url}/${id}`
      const notFound = {
        status: 404,
        body: { code: 'not_found', error: 'That saved search is gone.' },
      }
      for (const change of [{ frequency: 'off' }, { frequency: 'hourly' }, {}]) {
        expect(await student.patch(one, change)).toMatchObject(notFound)
      }
      expect(await student.delete(one)).toMatchObject(notFound)
    }
    expect(await ada.patch(apiPaths.savedSearch(body.id), { frequency: 'hourly' })).toMatchObject({
      status: 400,
      body: { fields: { frequency: expect.any(String) } },
    })
    expect(await saved()).toEqual([body])
  })

  it.each(['PATCH', 'POST'])('is looked for again after a pause: %s', async (method) => {
    const { ada, db, clock, save, saved, readRow, post, highestRank } = await openSite(engine)
    const { id } = (await save('q=desk')).body
    await db.run(sql`UPDATE saved_searches SET paused_at = ${clock.now}`)
    expect(await saved()).toMatchObject([{ paused_at: new Date(clock.now).toISOString() }])
    clock.now += 60_000
    await post()
    const { status, body } =
      method === 'PATCH'
        ? await ada.patch(apiPaths.savedSearch(id), { frequency: 'daily' })
        : await save('q=desk')
    expect({ status, body }).toMatchObject({ status: 200, body: { id, paused_at: null } })
    expect(await readRow(id)).toMatchObject({
      paused_at: null,
      wanted_at: clock.now,
      seen_rank: await highestRank(),
    })
  })

  it('tells of what is posted after it was saved', async () => {
    const { save, readRow, post, highestRank } = await openSite(engine)
    const empty = await readRow((await save('q=nothing')).body.id)
    expect(empty.seen_rank).toBe(0)
    await post()
    const seen_rank = await highestRank()
    expect(await readRow((await save('q=desk')).body.id)).toMatchObject({ seen_rank })
    const others = await readRow((await save('', { category: 'rental' })).body.id)
    expect(others.seen_rank).toBe(0)
  })

  it('does not tell of what was posted while it was off, but of all else', async () => {
    const { ada, save, readRow, post, highestRank } = await openSite(engine)
    const { id } = (await save('q=desk', { frequency: 'soon' })).body
    const change = (frequency: string) => ada.patch(apiPaths.savedSearch(id), { frequency })
    await post()
    for (const frequency of ['daily', 'soon', 'soon']) {
      await change(frequency)
      expect(await readRow(id)).toMatchObject({ seen_rank: 0 })
    }
    await change('off')
    expect(await readRow(id)).toMatchObject({ seen_rank: 0 })
    await post()
    await change('daily')
    expect(await readRow(id)).toMatchObject({ seen_rank: await highestRank() })
  })

  it('can be read once a filter or an option of it is not valid any more', async () => {
    const { db, save, saved } = await openSite(engine)
    changeCampus({ itemKinds: builtInCampus.itemKinds })
    const { body } = await save('q=desk')
    const former = 'category=Castles%2CTickets&colour=red&max_price=cheap&q=desk&to=%00'
    await db.run(sql`UPDATE saved_searches SET query = ${former}`)
    const query = 'category=Tickets&q=desk'
    const [search] = await saved()
    expect(search).toMatchObject({ query, label: expect.stringMatching(/“desk”, Tickets$/) })
    expect(await save(query)).toMatchObject({ status: 200, body: { id: body.id, query } })
  })
})
