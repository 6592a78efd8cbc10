import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { Field } from '#categories/field-kinds.ts'
import { type CategoryId, categories, categoryById } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import {
  household,
  invalidIds,
  listingInputs,
  photosFor,
  photoUrl,
} from '#tests/support/listing-inputs.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { writeLog } from '../moderation/moderation-log.ts'
import { takeDown } from '../moderation/take-down.ts'
import { bumpCategoryVersion, readVersions } from '../versions/category-versions.ts'

const uploaded = 'ab'.repeat(16)
const uploadedUrl = `/uploads/${uploaded}.webp`

/** Inserts a photo that Ada has uploaded. */
const insertPhoto = (db: Db) =>
  db.run(sql`
    INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
    SELECT ${uploaded}, 800, 600, 'data:,', 1, id, 0 FROM users WHERE email = ${at('ada')}`)

describe.each(anyEngine)('listings on %s', (engine) => {
  it.each(categories)('can be created, read, updated and deleted: $path', async (category) => {
    const { ada, bob, clock } = await buildTestAppWithUsers(engine)
    const url = `/api/${category.path}`
    const posting = listingInputs[category.id]
    const posted = await ada.post(url, posting)
    expect(posted.status).toBe(201)
    expect(posted.body).toMatchObject({
      ...posting,
      [category.apiNames.date]: new Date(clock.now).toISOString(),
      photo_info: photosFor(category.id, [photoUrl]).map((address) => ({
        url: address,
        width: null,
        height: null,
        preview: null,
      })),
      seller: { name: 'Ada Lovelace', email: at('ada') },
    })
    const one = `${url}/${posted.body.id}`
    const seller = expect.objectContaining(posted.body.seller)
    const page = { ...posted.body, seller, signals: [], sales: null }
    expect((await ada.get(one)).body).toEqual(page)

    clock.now += 60_000
    const changed = await ada.put(one, { ...posting, [category.apiNames.title]: 'Another' })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...posted.body,
        [category.apiNames.title]: 'Another',
        updated_at: new Date(clock.now).toISOString(),
      },
    })
    expect((await bob.get(`${url}?q=another`)).body.total).toBe(1)
    expect((await bob.get(one)).body[category.apiNames.title]).toBe('Another')

    expect(await ada.delete(one)).toMatchObject({ status: 204, body: undefined })
    expect(await bob.get(one)).toMatchObject({
      status: 404,
      body: { error: category.messages.notFound, code: 'not_found' },
    })
    expect((await bob.get(`${url}?q=another`)).body).toMatchObject({ results: [], total: 0 })
  })

  it.each(categories)(
    'keep a yes, a no and what was not said apart: $path',
    async ({ id, path, fields }) => {
      const { ada, bob } = await buildTestAppWithUsers(engine)
      const names = Object.entries<Field>(fields).flatMap(([name, { kind }]) =>
        kind === 'checkbox' ? [name] : [],
      )
      const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
      const { body } = await ada.post(`/api/${path}`, listingInputs[id])
      expect(body).toMatchObject(all(null))
      expect((await bob.get(`/api/${path}`)).body.results[0]).toMatchObject(all(null))
      const one = `/api/${path}/${body.id}`
      expect((await bob.get(one)).body).toMatchObject(all(null))
      const said = { ...listingInputs[id], ...all(false) }
      expect((await ada.put(one, said)).body).toMatchObject(all(false))
      // A PUT keeps the fields that it leaves out, and a null clears a field.
      expect((await ada.put(one, listingInputs[id])).body).toMatchObject(all(false))
      expect((await ada.put(one, { ...said, ...all(null) })).body).toMatchObject(all(null))
    },
  )

  it('are not changed if they have changed since the version in If-Match', async () => {
    const { ada, clock } = await buildTestAppWithUsers(engine)
    const { body: first } = await ada.post('/api/misc', listingInputs.misc)
    expect(first.updated_at).toBe(new Date(clock.now).toISOString())
    const url = `/api/misc/${first.id}`
    const change = (title: string, ifMatch: string) =>
      ada.send('PUT', url, { ...listingInputs.misc, title }, { 'if-match': ifMatch })
    clock.now += 60_000
    const second = await change('Second', `"${first.updated_at}"`)
    expect(second).toMatchObject({
      status: 200,
      body: { title: 'Second', updated_at: new Date(clock.now).toISOString() },
    })

    clock.now += 60_000
    for (const outdated of [`"${first.updated_at}"`, String(second.body.updated_at), 'W/"1"']) {
      expect(await change('Third', outdated)).toMatchObject({
        status: 412,
        body: {
          code: 'changed',
          error:
            'This item was changed after you opened it. Load it again, then repeat your change.',
        },
      })
    }
    expect((await ada.get(url)).body).toMatchObject({ title: 'Second' })
    // The client repeats its request because it did not get the response.
    expect(await change('Second', `"${first.updated_at}"`)).toMatchObject({ status: 200 })
    expect((await change('Fourth', `"x", "${second.body.updated_at}"`)).status).toBe(200)
    expect((await change('Fifth', '*')).status).toBe(200)
    expect((await ada.put(url, { ...listingInputs.misc, title: 'Sixth' })).status).toBe(200)
  })

  it('include the size and preview of uploaded photos', async () => {
    const { ada, bob, db, visitor } = await buildTestAppWithUsers(engine)
    await insertPhoto(db)
    const url = uploadedUrl
    await ada.post('/api/misc', { ...listingInputs.misc, photos: [`/api${url}`, photoUrl] })
    const { body } = await visitor.get('/api/misc')
    expect(body.results[0]).toMatchObject({
      photos: [url, photoUrl],
      photo_info: [
        { url, width: 800, height: 600, preview: 'data:,' },
        { url: photoUrl, width: null },
      ],
    })
    const refusal = { status: 400, body: { fields: { photos: expect.any(String) } } }
    const gone = { ...listingInputs.misc, photos: [url.replace('ab', 'cd')] }
    expect(await ada.post('/api/misc', gone)).toMatchObject(refusal)
    const anothers = { ...listingInputs.misc, photos: [`http://localhost:3000/api${url}`] }
    expect(await bob.post('/api/misc', anothers)).toMatchObject(refusal)
    expect(await ada.post('/api/misc', anothers)).toMatchObject({ body: { photos: [url] } })
  })

  it('refuse other addresses of this site as photos, unless saved before that rule', async () => {
    const { ada, db } = await buildTestAppWithUsers(engine)
    const logout = 'http://localhost:3000/api/auth/logout'
    const listing = { ...listingInputs.misc, photos: [logout] }
    const refusal = { status: 400, body: { fields: { photos: expect.any(String) } } }
    expect(await ada.post('/api/misc', listing)).toMatchObject(refusal)
    const { body } = await ada.post('/api/misc', listingInputs.misc)
    const path = `/api/misc/${body.id}`
    expect(await ada.put(path, listing)).toMatchObject(refusal)
    const saved = JSON.stringify([{ url: logout, width: null, height: null, preview: null }])
    await db.run(sql`UPDATE listings SET photos = ${saved}`)
    expect(await ada.put(path, listing)).toMatchObject({ status: 200, body: { photos: [logout] } })
  })

  it('keep a field that an update omits, and clear one it sets to null', async () => {
    const { ada } = await buildTestAppWithUsers(engine)
    const full = {
      ...listingInputs.textbook,
      edition: '3rd',
      course_code: 'MATH 137',
      description: 'Notes',
    }
    const { body } = await ada.post('/api/textbooks', full)
    const url = `/api/textbooks/${body.id}`
    const changed = await ada.put(url, { ...listingInputs.textbook, price: '35.50', edition: null })
    expect(changed.body).toMatchObject({ ...full, price: 35.5, edition: null })
    const short = await ada.put(url, { price: 1, condition: 'Chewed' })
    expect(short.status).toBe(400)
    expect(Object.keys(short.body.fields).toSorted()).toEqual(
      ['author', 'book_title', 'condition', 'faculty', 'photos', 'year'].toSorted(),
    )
    expect((await ada.get(url)).body).toMatchObject(changed.body)
  })

  it('need no photo while they are wanted', async () => {
    const { ada } = await buildTestAppWithUsers(engine)
    for (const path of ['/api/textbooks', '/api/misc']) {
      const { photos: _, ...offered } = listingInputs[path === '/api/misc' ? 'misc' : 'textbook']
      const photos = 'Listing photos are required'
      expect(await ada.post(path, offered)).toMatchObject({
        status: 400,
        body: { fields: { photos } },
      })
      const wanted = { ...offered, listing_type: 'Wanting' }
      const { status, body } = await ada.post(path, wanted)
      expect({ status, body }).toMatchObject({ status: 201, body: { photos: [], photo_info: [] } })
      const url = `${path}/${body.id}`
      const nowOffered = { ...offered, listing_type: 'Selling' }
      expect(await ada.put(url, nowOffered)).toMatchObject({
        status: 400,
        body: { fields: { photos } },
      })
      expect((await ada.put(url, { ...nowOffered, photos: [photoUrl] })).status).toBe(200)
    }
  })

  it('have up to five codes, of which the first has a name of its own', async () => {
    const { ada } = await buildTestAppWithUsers(engine)
    const input = { ...listingInputs.textbook, course_codes: ['math135', 'MATH-137'] }
    const { body } = await ada.post('/api/textbooks', input)
    const url = `/api/textbooks/${body.id}`
    const codes = async () => {
      const { course_code, course_codes } = (await ada.get(url)).body
      return { course_code, course_codes }
    }
    expect(await codes()).toEqual({
      course_code: 'MATH 135',
      course_codes: ['MATH 135', 'MATH 137'],
    })
    await ada.put(url, { ...listingInputs.textbook, course_code: 'cs136' })
    expect(await codes()).toEqual({ course_code: 'CS 136', course_codes: ['CS 136'] })
    await ada.put(url, { ...listingInputs.textbook, course_codes: [] })
    expect(await codes()).toEqual({ course_code: null, course_codes: [] })
    for (const wrong of [5, {}, [['a']], [null], Array.from({ length: 1000 }, (_, n) => `C${n}`)]) {
      const refused = await ada.put(url, { ...listingInputs.textbook, course_codes: wrong })
      expect(refused).toMatchObject({
        status: 400,
        body: { fields: { course_codes: expect.any(String) } },
      })
    }
  })

  it('lose no update among concurrent updates and a deletion', async () => {
    const { ada, visitor, db } = await buildTestAppWithUsers(engine)
    const { body } = await ada.post('/api/misc', listingInputs.misc)
    const url = `/api/misc/${body.id}`
    const titles = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
    const answers = await Promise.all(
      titles.map((title, index) => ada.put(url, { ...listingInputs.misc, title, price: index })),
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
      ...titles.map((word) => ada.put(url, { ...listingInputs.misc, title: word })),
      ada.delete(url),
    ])
    expect(last.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    expect(last.every(({ status }) => [200, 204, 404].includes(status))).toBe(true)
    expect((await visitor.get('/api/misc?q=a&order=price')).body.total).toBe(0)
    expect((await readVersions(db)).misc).toBeGreaterThanOrEqual(8)
  })

  it('belong to the session’s user, whatever the body says', async () => {
    const { ada, bob } = await buildTestAppWithUsers(engine)
    const forged = {
      id: 999,
      seller: { id: 999 },
      seller_id: 999,
      date_posted: '2001-01-01',
      posted_at: 1,
    }
    const { body } = await ada.post('/api/misc', { ...listingInputs.misc, ...forged })
    expect(body.id).not.toBe(999)
    expect(body).toMatchObject({
      seller: { name: 'Ada Lovelace' },
      date_posted: '2026-11-15T12:00:00.000Z',
    })
    const put = await ada.put(`/api/misc/${body.id}`, { ...listingInputs.misc, ...forged })
    expect(put.body).toEqual(body)
    const theirs = await bob.post('/api/misc', listingInputs.misc)
    expect(theirs.body.seller.id).not.toBe(body.seller.id)
  })

  it('are refused in the order 401, 404, 403, 400', async () => {
    const { ada, bob, visitor } = await buildTestAppWithUsers(engine)
    const { body } = await ada.post('/api/rentals', listingInputs.rental)
    const url = `/api/rentals/${body.id}`
    for (const call of ['put', 'delete'] as const) {
      expect((await visitor[call]('/api/rentals/abc')).status).toBe(401)
      for (const id of [...invalidIds, body.id + 1]) {
        const answer = await bob[call](`/api/rentals/${id}`)
        expect([id, answer.status, answer.body.error]).toEqual([id, 404, 'House not found.'])
      }
      // The id of a listing in another category is not found either.
      expect((await ada[call](`/api/misc/${body.id}`)).status).toBe(404)
    }
    expect(await visitor.post('/api/rentals', {})).toMatchObject({
      status: 401,
      body: { error: 'Please log in first.', code: 'unauthenticated' },
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
    expect((await ada.get(url)).body).toMatchObject(body)
    for (const id of invalidIds) expect((await visitor.get(`/api/rentals/${id}`)).status).toBe(404)
  })

  it('report every invalid field at once', async () => {
    const { ada } = await buildTestAppWithUsers(engine)
    const { status, body } = await ada.post('/api/rentals', {
      ...listingInputs.rental,
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

describe.each(anyEngine)('what strangers learn of a listing on %s', (engine) => {
  it.each([
    ['on', true],
    ['off', false],
  ])(
    "is the seller's university, and that the email is confirmed if the site asks for it (%s)",
    async (VERIFY_EMAIL, is_confirmed) => {
      const { ada, visitor } = await buildTestAppWithUsers(engine, { VERIFY_EMAIL })
      const { body } = await ada.post('/api/misc', listingInputs.misc)
      const university = campus.universities[0]?.name
      expect((await visitor.get(`/api/misc/${body.id}`)).body.seller).toEqual({
        id: body.seller.id,
        name: 'Ada L.',
        university,
        is_confirmed,
      })
      const [listed] = (await visitor.get('/api/misc')).body.results
      expect(listed?.seller).toEqual({ id: body.seller.id, name: 'Ada L.' })
    },
  )

  it('says nothing of a confirmation that is due again, or of a mailbox that refuses our email', async () => {
    const { ada, visitor, db, clock } = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const { body } = await ada.post('/api/misc', listingInputs.misc)
    const isConfirmed = async (confirmedAt: number, bouncedAt: number | null) => {
      await db.run(sql`UPDATE users SET confirmed_at = ${confirmedAt}, bounced_at = ${bouncedAt}`)
      await db.transaction((tx) => bumpCategoryVersion(tx, 'misc'))
      const { seller } = (await visitor.get(`/api/misc/${body.id}`)).body
      return Object(seller).is_confirmed
    }
    const yearAgo = clock.now - 365 * dayMs
    expect(await isConfirmed(yearAgo + 1, null)).toBe(true)
    expect(await isConfirmed(yearAgo, null), 'due').toBe(false)
    expect(await isConfirmed(clock.now - 2, clock.now - 1), 'bounced').toBe(false)
  })

  it('is its title and photo once it has ended, and nothing if it was taken down', async () => {
    const { ada, bob, visitor, db } = await buildTestAppWithUsers(engine)
    await insertPhoto(db)
    const posting = { ...listingInputs.misc, photos: [photoUrl, uploadedUrl] }
    const { body } = await ada.post('/api/misc', posting)
    const ended = async (status: string, client = visitor) => {
      await db.run(sql`UPDATE listings SET status = ${status}, status_changed_at = 0`)
      await db.transaction((tx) => bumpCategoryVersion(tx, 'misc'))
      const response = await client.get(`/api/misc/${body.id}`)
      expect(response).toMatchObject({ status: 410, body: { code: 'gone' } })
      const { ended } = response.body
      if (client === bob)
        expect((await bob.get(`/api/misc/${body.id}/contact`)).body.ended).toEqual(ended)
      return ended
    }
    // The first photo is on another server.
    const photo = { url: uploadedUrl, width: 800, height: 600, preview: 'data:,' }
    const expected = { title: 'Desk lamp', photo }
    for (const client of [bob, visitor]) {
      expect(await ended('expired', client)).toEqual(expected)
      expect(await ended('sold', client)).toEqual(expected)
      for (const status of ['hidden', 'removed']) {
        expect(await ended(status, client)).toBeUndefined()
      }
    }
  })
})

describe.each(anyEngine)('a seller’s email on the listing itself, on %s', (engine) => {
  it.each([
    ['contact', 200, undefined],
    ['open', 200, at('ada')],
    ['members', 401, undefined],
  ])('with access "%s", a visitor gets %d and %s', async (access, status, email) => {
    const { ada, bob, visitor } = await buildTestAppWithUsers(engine, { LISTING_ACCESS: access })
    const url = `/api/misc/${(await ada.post('/api/misc', listingInputs.misc)).body.id}`
    const seen = await visitor.get(url)
    expect(seen.status).toBe(status)
    expect(seen.body.seller?.email).toBe(email)
    expect((await bob.get(url)).body.seller.email).toBe(at('ada'))
    expect((await visitor.get('/api/misc')).status).toBe(200)
    expect((await visitor.get(url.replace(/\d+$/, 'abc'))).status).toBe(
      access === 'members' ? 401 : 404,
    )
  })

  it.each([
    ['contact', undefined, 401],
    ['open', at('ada'), 404],
    ['members', undefined, 401],
  ])(
    'is given by the contact call, with access "%s" to a visitor as %s',
    async (access, email, missing) => {
      const { ada, bob, visitor } = await buildTestAppWithUsers(engine, { LISTING_ACCESS: access })
      const { id } = (await ada.post('/api/misc', listingInputs.misc)).body
      const url = `/api/misc/${id}/contact`
      const contact = {
        name: 'Ada Lovelace',
        email: at('ada'),
        messages: true,
        blocked: false,
        thread_id: null,
        url: `http://localhost:3000/misc/${id}`,
      }
      const answer = await bob.get(url)
      expect([answer.status, answer.body]).toEqual([200, contact])
      expect(answer.headers['cache-control']).toBe('no-store')
      const seen = await visitor.get(url)
      expect([seen.status, seen.body.email]).toEqual([email ? 200 : 401, email])
      for (const wrongId of [...invalidIds, id + 1]) {
        const path = `/api/misc/${wrongId}/contact`
        expect((await bob.get(path)).status, path).toBe(404)
        expect((await visitor.get(path)).status, path).toBe(missing)
      }
      expect((await bob.get(`/api/rentals/${id}/contact`)).status).toBe(404)
    },
  )

  it('is in no response that may be stored', async () => {
    const { ada, bob, visitor } = await buildTestAppWithUsers(engine)
    const posted = await ada.post('/api/misc', listingInputs.misc)
    const url = `/api/misc/${posted.body.id}`
    const changed = await ada.put(url, listingInputs.misc)
    for (const { headers } of [posted, changed, await ada.get(url), await bob.get(url)]) {
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await visitor.get(url)).headers['cache-control']).toBe('private, no-cache')
  })

  it('has its own not-found message for each category', async () => {
    const { bob } = await buildTestAppWithUsers(engine)
    for (const { path, id } of categories) {
      const { body } = await bob.get(`/api/${path}/7`)
      expect(body.error).toBe(categoryById[id].messages.notFound)
    }
  })
})

it.each(engines)(
  'on %s, own listings of a category are read without the others',
  async (engine) => {
    const { ada, bob, db, clock } = await buildTestAppWithUsers(engine)
    const sellerId = (await ada.get(apiPaths.me)).body.id
    const listings: { category: CategoryId; id: number }[] = []
    for (const { id: category } of categories) {
      const { id } = (await ada.post(apiPaths.list(category), listingInputs[category])).body
      listings.push({ category, id })
      await bob.put(apiPaths.favourite(category, id))
      const day = campusDayNumber(clock.now)
      await db.run(
        sql`INSERT INTO listing_views (listing_id, day, views) VALUES (${id}, ${day}, 7)`,
      )
      await db.transaction(async (tx) => {
        const entry = { action: 'hide', reason: 'scam', listing: { category, id } } as const
        const logId = await writeLog(
          tx,
          { ...entry, actorId: null, studentId: sellerId },
          clock.now,
        )
        await takeDown(tx, { category, id }, { status: 'hidden', logId, now: clock.now })
      })
    }
    const all = vi.spyOn(db, 'all')
    for (const { category, id } of listings) {
      all.mockClear()
      const { body } = await ada.get(apiPaths.userListings(sellerId, category))
      expect(body).toMatchObject([
        { id, views: 7, favourites: 1, moderation: { action: 'hide', reason: 'scam' } },
      ])
      const rows = await Promise.all(all.mock.results.map(({ value }) => value))
      expect(new Set(rows.flat().map((row) => row.id))).toEqual(new Set([id]))
    }
  },
)

describe.each(anyEngine)('who lives there, on %s', (engine) => {
  it('is read by confirmed students beside their own facts, and survives edits that leave it out', async () => {
    const { ada, bob, visitor, db } = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const facts = { ...household, kitchen: [...household.kitchen] }
    const blank = { housemates: null, pets_words: null, kitchen: [] }
    const { body: room } = await ada.post(apiPaths.list('rental'), {
      ...listingInputs.rental,
      ...facts,
    })
    const one = apiPaths.listing('rental', room.id)
    const call = apiPaths.household('rental', room.id)
    expect(room).toMatchObject(facts)
    expect((await ada.get(one)).body).toMatchObject(facts)
    for (const reader of [bob, visitor]) expect((await reader.get(one)).body).toMatchObject(blank)
    expect((await bob.get(call)).body).toEqual({ facts, yours: null })

    // The newest request that says something counts, and one's own listing is beside nothing.
    const ask = (title: string, values: object) =>
      bob.post(apiPaths.list('wanted'), { ...listingInputs.wanted, title, ...values })
    await ask('Quiet one', { atmosphere: 'Quiet' })
    const { body: newest } = await ask('Social one', { atmosphere: 'Social' })
    await ask('Says nothing', {})
    const yours = async () => ((await bob.get(call)).body.yours as typeof facts | null)?.atmosphere
    expect(await yours()).toBe('Social')
    await bob.post(apiPaths.status('wanted', newest.id), { status: 'sold' })
    expect(await yours()).toBe('Quiet')
    const own = await bob.get(apiPaths.household('wanted', newest.id))
    expect(own.body).toMatchObject({ facts: { atmosphere: 'Social' }, yours: null })

    await ada.put(one, { ...listingInputs.rental, title: 'Another title' })
    expect((await bob.get(call)).body.facts).toEqual(facts)
    await ada.put(one, { ...listingInputs.rental, pets_words: '', kitchen: [] })
    expect((await bob.get(call)).body.facts).toMatchObject({ pets_words: null, kitchen: [] })
    // A row that is older than the fields says nothing.
    await db.run(sql`UPDATE listings SET details = '{}' WHERE id = ${room.id}`)
    expect((await bob.get(call)).body.facts).toBeNull()

    expect((await visitor.get(call)).status).toBe(401)
    await db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL`)
    expect((await bob.get(call)).status).toBe(403)
    // Owners keep their own facts, so that an edit does not lose them.
    await db.run(sql`
      UPDATE listings SET details = ${JSON.stringify(facts)} WHERE id = ${room.id}`)
    expect((await bob.get(one)).body).toMatchObject(blank)
    expect((await ada.get(one)).body).toMatchObject(facts)
  })

  it('is hidden by a block of either student, as if nobody had said anything', async () => {
    const { ada, bob } = await buildTestAppWithUsers(engine)
    const said = { ...listingInputs.rental, housemates: 3, pets_words: 'One old cat' }
    const { body: room } = await ada.post(apiPaths.list('rental'), said)
    const read = async () => (await bob.get(apiPaths.household('rental', room.id))).body
    const { body: reader } = await bob.get(apiPaths.me)
    for (const [blocker, blockedId] of [
      [ada, reader.id],
      [bob, room.seller.id],
    ] as const) {
      expect((await read()).facts).toMatchObject({ housemates: 3 })
      await blocker.put(apiPaths.block(blockedId))
      expect(await read()).toEqual({ facts: null, yours: null })
      await blocker.delete(apiPaths.block(blockedId))
    }
    expect((await read()).facts).toMatchObject({ housemates: 3 })
  })
})
