import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categories, categoryById } from '#categories/index.ts'
import { engines } from '#tests/support/databases.ts'
import { oddIds, openMarket, photo, postings } from '#tests/support/market.ts'
import { listingCounter } from './listing-counter.ts'

const uploaded = 'ab'.repeat(16)

describe.each(engines)('listings on %s', (engine) => {
  it.each(categories)('are posted, read, changed and deleted: $path', async (category) => {
    const { ada, visitor, clock } = await openMarket(engine)
    const url = `/api/${category.path}`
    const posting = postings[category.id]
    const posted = await ada.post(url, posting)
    expect(posted.status).toBe(201)
    expect(posted.body).toMatchObject({
      ...posting,
      [category.wire.date]: new Date(clock.now).toISOString(),
      photo_info: [{ url: photo, width: null, height: null, preview: null }],
      seller: { name: 'Ada Lovelace', email: 'ada@uwaterloo.ca' },
    })
    const one = `${url}/${posted.body.id}`
    expect((await ada.get(one)).body).toEqual(posted.body)

    clock.now += 60_000
    const changed = await ada.put(one, { ...posting, [category.wire.title]: 'Another' })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...posted.body, [category.wire.title]: 'Another' },
    })
    expect((await visitor.get(`${url}?q=another`)).body.total).toBe(1)
    expect((await visitor.get(one)).body[category.wire.title]).toBe('Another')

    expect(await ada.delete(one)).toMatchObject({ status: 204, body: undefined })
    expect(await visitor.get(one)).toMatchObject({
      status: 404,
      body: { error: category.messages.notFound, code: 'not_found' },
    })
    expect((await visitor.get(`${url}?q=another`)).body).toMatchObject({ results: [], total: 0 })
  })

  it('show what is known of photos uploaded here', async () => {
    const { ada, db, visitor } = await openMarket(engine)
    await db.run(sql`INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
      VALUES (${uploaded}, 800, 600, 'data:,', 1, NULL, 0)`)
    const url = `/uploads/${uploaded}.webp`
    await ada.post('/api/misc', { ...postings.misc, photos: [`/api${url}`, photo] })
    const { body } = await visitor.get('/api/misc')
    expect(body.results[0]).toMatchObject({
      photos: [url, photo],
      photo_info: [
        { url, width: 800, height: 600, preview: 'data:,' },
        { url: photo, width: null },
      ],
    })
    const gone = await ada.post('/api/misc', {
      ...postings.misc,
      photos: [url.replace('ab', 'cd')],
    })
    expect(gone).toMatchObject({ status: 400, body: { fields: { photos: expect.any(String) } } })
    expect((await visitor.get('/api/misc')).body.total).toBe(1)
  })

  it('keep what an update leaves out, and clear what it sets to null', async () => {
    const { ada } = await openMarket(engine)
    const full = {
      ...postings.textbook,
      edition: '3rd',
      course_code: 'MATH 137',
      description: 'Notes',
    }
    const { body } = await ada.post('/api/textbooks', full)
    const url = `/api/textbooks/${body.id}`
    const changed = await ada.put(url, { ...postings.textbook, price: '35.50', edition: null })
    expect(changed.body).toMatchObject({ ...full, price: 35.5, edition: null })
    const short = await ada.put(url, { price: 1, condition: 'Chewed' })
    expect(short.status).toBe(400)
    expect(Object.keys(short.body.fields).toSorted()).toEqual(
      ['author', 'book_title', 'condition', 'faculty', 'photos', 'year'].toSorted(),
    )
    expect((await ada.get(url)).body).toEqual(changed.body)
  })

  it('lose nothing when several updates and a deletion come at once', async () => {
    const { ada, visitor, db } = await openMarket(engine)
    const { body } = await ada.post('/api/misc', postings.misc)
    const url = `/api/misc/${body.id}`
    const titles = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
    const answers = await Promise.all(
      titles.map((title, index) => ada.put(url, { ...postings.misc, title, price: index })),
    )
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200))
    const { title } = (await ada.get(url)).body
    for (const word of titles) {
      const found = (await visitor.get(`/api/misc?q=${word}`)).body.total
      const priced = (await visitor.get(`/api/misc?q=${word}&order=price`)).body.results.length
      expect([found, priced]).toEqual(word === title ? [1, 1] : [0, 0])
    }
    const last = await Promise.all([
      ada.delete(url),
      ...titles.map((word) => ada.put(url, { ...postings.misc, title: word })),
      ada.delete(url),
    ])
    expect(last.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    expect(last.every(({ status }) => [200, 204, 404].includes(status))).toBe(true)
    expect((await visitor.get('/api/misc?q=a&order=price')).body.total).toBe(0)
    expect(await listingCounter(db, 'misc')).toBeGreaterThanOrEqual(8)
  })

  it('belong to the session, whatever the body says', async () => {
    const { ada, bob } = await openMarket(engine)
    const forged = {
      id: 999,
      seller: { id: 999 },
      seller_id: 999,
      date_posted: '2001-01-01',
      posted_at: 1,
    }
    const { body } = await ada.post('/api/misc', { ...postings.misc, ...forged })
    expect(body.id).not.toBe(999)
    expect(body).toMatchObject({
      seller: { name: 'Ada Lovelace' },
      date_posted: '2026-11-15T12:00:00.000Z',
    })
    const put = await ada.put(`/api/misc/${body.id}`, { ...postings.misc, ...forged })
    expect(put.body).toEqual(body)
    const theirs = await bob.post('/api/misc', postings.misc)
    expect(theirs.body.seller.id).not.toBe(body.seller.id)
  })

  it('are refused in order: not signed in, not there, not yours, bad input', async () => {
    const { ada, bob, visitor } = await openMarket(engine)
    const { body } = await ada.post('/api/rentals', postings.rental)
    const url = `/api/rentals/${body.id}`
    for (const call of ['put', 'delete'] as const) {
      expect((await visitor[call]('/api/rentals/abc')).status).toBe(401)
      for (const id of [...oddIds, body.id + 1]) {
        const answer = await bob[call](`/api/rentals/${id}`)
        expect([id, answer.status, answer.body.error]).toEqual([id, 404, 'House not found.'])
      }
      // A listing of another category is not there either.
      expect((await ada[call](`/api/misc/${body.id}`)).status).toBe(404)
    }
    expect(await visitor.post('/api/rentals', {})).toMatchObject({
      status: 401,
      body: { error: 'Please sign in first.', code: 'unauthenticated' },
    })
    expect(await bob.put(url, { nonsense: true })).toMatchObject({
      status: 403,
      body: { error: 'You can only edit your own listings.', code: 'forbidden' },
    })
    expect(await bob.delete(url)).toMatchObject({
      status: 403,
      body: { error: 'You can only delete your own listings.' },
    })
    expect((await ada.put(url, {})).status).toBe(400)
    for (const broken of [null, [], 'text', 7]) {
      expect((await ada.put(url, broken)).status).toBe(400)
      expect((await ada.post('/api/rentals', broken)).status).toBe(400)
    }
    expect((await ada.get(url)).body).toEqual(body)
    for (const id of oddIds) expect((await visitor.get(`/api/rentals/${id}`)).status).toBe(404)
  })

  it('name every wrong field at once', async () => {
    const { ada } = await openMarket(engine)
    const { status, body } = await ada.post('/api/rentals', {
      ...postings.rental,
      title: 'x'.repeat(121),
      cost: '12.345',
      date_available: '2027-02-30',
      house_type: 'Tent',
      is_shared: true,
      photos: ['javascript:alert(1)'],
    })
    expect(status).toBe(400)
    expect(body.error).toMatch(/^Please check: /)
    expect(Object.keys(body.fields).toSorted()).toEqual([
      'cost',
      'date_available',
      'house_type',
      'num_beds',
      'photos',
      'title',
    ])
  })
})

describe.each(engines)('a seller’s e-mail on the listing itself, on %s', (engine) => {
  it.each([
    ['contact', 200, undefined],
    ['open', 200, 'ada@uwaterloo.ca'],
    ['members', 401, undefined],
  ])('with access "%s", a visitor gets %d and %s', async (access, status, email) => {
    const { ada, bob, visitor } = await openMarket(engine, { LISTING_ACCESS: access })
    const url = `/api/misc/${(await ada.post('/api/misc', postings.misc)).body.id}`
    const seen = await visitor.get(url)
    expect(seen.status).toBe(status)
    expect(seen.body.seller?.email).toBe(email)
    expect((await bob.get(url)).body.seller.email).toBe('ada@uwaterloo.ca')
    expect((await visitor.get('/api/misc')).status).toBe(200)
    expect((await visitor.get(url.replace(/\d+$/, 'abc'))).status).toBe(
      access === 'members' ? 401 : 404,
    )
  })

  it('has a sentence for each category that is not there', async () => {
    const { visitor } = await openMarket(engine)
    for (const { path, id } of categories) {
      const { body } = await visitor.get(`/api/${path}/7`)
      expect(body.error).toBe(categoryById[id].messages.notFound)
    }
  })
})
