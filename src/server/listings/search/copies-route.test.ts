import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { type Copies, copiesResponse } from '#contract/copies.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'

stayOnBuiltInCampus()

const isbn = '9781285741550'
const isbn_hyphenated = '978-1-285-74155-0'
/** The known facts of a listing that has only the required fields. */
const known = { author: 'Stewart', edition: null, course_codes: [], faculty: 'Math', year: 1 }
const copiesUrl = (value: string) => apiPaths.copies('textbook', value)

async function setUp(engine: Engine) {
  const testApp = await buildTestAppWithUsers(engine, { RATE_LIMIT: 'off' })
  const { ada, visitor, db } = testApp
  return {
    ...testApp,
    post: async (changes: object = {}, client = ada) => {
      const input = { ...listingInputs.textbook, isbn, ...changes }
      return (await client.post(apiPaths.list('textbook'), input)).body.id
    },
    read: async (value = isbn, client = visitor) =>
      (await client.get(copiesUrl(value))).body as unknown as Copies,
    /** Changes the status without checking the rules. */
    change: (id: number, status: string) =>
      db.transaction(async (tx) => {
        await bumpCategoryVersion(tx, 'textbook')
        await tx.run(sql`UPDATE listings SET status = ${status} WHERE id = ${id}`)
      }),
  }
}

describe.each(anyEngine)('the copies of a book on %s', (engine) => {
  it('are all that are listed, the cheapest first, with what they cost', async () => {
    const { read, post, bob, ada, visitor } = await setUp(engine)
    const first = await post({ price: 90, isbn: isbn_hyphenated })
    const second = await post({ price: 25, isbn: '1-285-74155-2' }, bob)
    const third = await post({ price: '$40' })
    await post({ isbn: '9780306406157', price: 1 })
    await post({ isbn: null, price: 1 })
    await ada.post(apiPaths.status('textbook', third), { status: 'pending' })
    const copies = await read()
    expect(copies).toMatchObject({
      isbn,
      isbn_hyphenated,
      known: { ...known, book_title: 'Calculus' },
      total: 3,
      offered: 3,
      lowest_price: 25,
      median_price: 40,
    })
    expect(copies.results.map(({ id }) => id)).toEqual([second, third, first])
    expect(copies.results[1]).toMatchObject({ isbn, isbn_hyphenated, status: 'pending' })
    expect(copiesResponse(categoryById.textbook).parse(copies)).toEqual(copies)
    expect(JSON.stringify(copies)).not.toContain('@')
    expect(await read(isbn, visitor)).toEqual(copies)
    const forStudents = await read(isbn, ada)
    expect(forStudents.results.map(({ id }) => id)).toEqual([second, third, first])
    expect(await read(isbn, bob)).toEqual(forStudents)
  })

  it('that are wanted, or have no price, do not count for the prices', async () => {
    const { read, post } = await setUp(engine)
    const wanted = await post({ listing_type: 'Wanting', price: 5, photos: [] })
    expect(await read()).toMatchObject({ total: 1, offered: 0, lowest_price: null })
    expect(await read()).toMatchObject({ median_price: null })
    const unpriced = await post({ price: 0 })
    expect(await read()).toMatchObject({ total: 2, offered: 1, lowest_price: null })
    const cheap = await post({ price: 30 })
    const dear = await post({ price: 45.5 })
    const prices = { lowest_price: 30, median_price: 37.75 }
    const copies = await read()
    expect(copies).toMatchObject({ total: 4, offered: 3, ...prices })
    expect(copies.results.map(({ id }) => id)).toEqual([cheap, dear, unpriced, wanted])
  })

  it('have one address for every spelling', async () => {
    const { read, post, visitor } = await setUp(engine)
    await post()
    for (const spelling of [isbn_hyphenated, '1285741552', '1-285-74155-2', '978 1285 741550']) {
      expect(await read(spelling)).toEqual(await read())
    }
    for (const wrong of ['9781285741551', '123', 'x', '%00', ' ', '../1']) {
      const { status, body } = await visitor.get(copiesUrl(wrong))
      expect({ status, body }).toMatchObject({
        status: 404,
        body: { code: 'not_found', error: 'Textbook not found' },
      })
    }
  })

  it('can be left out', async () => {
    const { post, visitor } = await setUp(engine)
    await post()
    await post()
    const read = async (limit: string) =>
      (await visitor.get(`${copiesUrl(isbn)}?limit=${limit}`)).body
    expect(await read('0')).toMatchObject({ total: 2, results: [], known: { author: 'Stewart' } })
    expect((await read('1')).results).toHaveLength(1)
    for (const wrong of ['-1', '101', '1.5', 'x', '']) {
      expect(await read(wrong)).toMatchObject({ code: 'bad_request' })
    }
  })

  it('are gone when they end, and what is known of the book stays', async () => {
    const { read, post, clock, db, ada } = await setUp(engine)
    const sold = await post({ price: 10 })
    const ending = await post({ price: 20, edition: '9th' })
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now + 1000} WHERE id = ${ending}`)
    await ada.post(apiPaths.status('textbook', sold), { status: 'sold' })
    expect(await read()).toMatchObject({ total: 1, lowest_price: 20 })
    // The listing has ended by the clock alone: no job has run, and no version has changed.
    clock.now += 1000
    expect(await read()).toMatchObject({
      total: 0,
      results: [],
      lowest_price: null,
      known: { edition: '9th' },
    })
  })

  it('are known from the newest that was not taken down', async () => {
    const { read, post, change } = await setUp(engine)
    expect(await read()).toEqual({
      isbn,
      isbn_hyphenated,
      known: null,
      total: 0,
      offered: 0,
      lowest_price: null,
      median_price: null,
      results: [],
    })
    await change(await post({ book_title: 'Expired' }), 'expired')
    await change(await post({ book_title: 'Hidden' }), 'hidden')
    await change(await post({ book_title: 'Removed' }), 'removed')
    expect((await read()).known).toEqual({ ...known, book_title: 'Expired' })
  })

  it('are known from the newest that is listed, before any that has ended', async () => {
    const { read, post, change, clock, db } = await setUp(engine)
    const title = async () => (await read()).known?.book_title
    const listed = await post({ book_title: 'Listed' })
    const ending = await post({ book_title: 'Ended by the clock' })
    await change(await post({ book_title: 'Sold' }), 'sold')
    expect(await title()).toBe('Ended by the clock')
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now} WHERE id = ${ending}`)
    await change(await post({ book_title: 'Expired' }), 'expired')
    expect(await title()).toBe('Listed')
    await change(listed, 'expired')
    expect(await title()).toBe('Expired')
  })

  it('of which a row is older than the type are offered', async () => {
    const { read, post, db } = await setUp(engine)
    const id = await post({ price: 15 })
    const details = JSON.stringify({ author: 'Stewart', isbn })
    await db.run(sql`UPDATE listings SET details = ${details} WHERE id = ${id}`)
    expect(await read()).toMatchObject({ offered: 1, lowest_price: 15 })
  })
})
