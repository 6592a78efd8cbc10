import sql, { join } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type CategoryId, categories, isForConfirmed } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { openTestSite } from '#tests/support/backup-site.ts'
import { engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { lowPriceId, openSignalSite, scamWords } from '#tests/support/signal-site.ts'
import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import { findListing, type ListingKey } from '../listings/listing-queries.ts'
import { photoNameFromPath } from '../photos/photo-name.ts'
import { bumpCategoryVersion } from '../versions/category-versions.ts'
import { readCaseSignals, readPageFacts } from './read-signals.ts'

const lowPrice = {
  kind: 'price',
  sentence: expect.stringMatching(/^Asks \$20; the middle of \d+ .* is \$100\.$/),
  advice: expect.any(String),
}
const words = { kind: 'words', sentence: expect.any(String), advice: expect.any(String) }

const kinds = (signals: unknown) => (signals as { kind: string }[]).map(({ kind }) => kind)

async function decide(db: Db, listingId: number, signal: string, decision: string) {
  await db.run(sql`
    INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at, decision)
    VALUES (${listingId}, ${signal}, 'Asks $20.', '', 1, ${decision})`)
  for (const { id } of categories) await db.transaction((tx) => bumpCategoryVersion(tx, id))
}

async function readRow(db: Db, { category, id }: ListingKey) {
  const row = await findListing(db, { category, id })
  if (!row) throw new Error('There is no listing.')
  return row
}

const readCase = async (db: Db, listing: ListingKey, now: number) =>
  readCaseSignals(db, await readRow(db, listing), now)

describe.each(engines)('signals on %s', (engine) => {
  it('are on the page of a listing, the same for everyone, without ids and numbers', async () => {
    const { ada, bob, visitor, postBook } = await openSignalSite(engine)
    const id = await postBook()
    for (const reader of [visitor, bob, ada]) {
      const { body } = await reader.get(apiPaths.listing('textbook', id))
      expect(body.signals).toEqual([lowPrice])
    }
  })

  it('on a page are two at most, words first and one of each kind before a second', async () => {
    const { ada, visitor, postBook, readOwnSignals } = await openSignalSite(engine)
    const id = await postBook({ description: scamWords })
    for (const reader of [visitor, ada]) {
      const { body } = await reader.get(apiPaths.listing('textbook', id))
      expect(body.signals).toEqual([words, lowPrice])
    }
    expect(kinds(await readOwnSignals(id))).toEqual(['words', 'price', 'words'])
  })

  it('of a housing request are about fraud on the owners of places', async () => {
    const { ada, bob } = await openSignalSite(engine)
    const sentencesOf = async (description: string) => {
      const input = { ...listingInputs.wanted, description, anyway: true }
      const { body } = await ada.post(apiPaths.list('wanted'), input)
      const page = await bob.get(apiPaths.listing('wanted', body.id))
      return (page.body.signals as { sentence: string }[]).map(({ sentence }) => sentence)
    }
    const cheque = 'My cheque will be more than the rent, deposit it and send the rest to my mover.'
    expect(await sentencesOf(cheque)).toEqual([
      'Pays more than the price and wants the rest passed on or sent back.',
    ])
    // Many students look for a place before they arrive.
    expect(await sentencesOf('I am currently abroad and start in January.')).toEqual([])
  })

  it.each(categories)(
    'of words are on $path, none where there is nothing to tell',
    async (category) => {
      const { ada, bob, visitor } = await openSignalSite(engine)
      const reader = isForConfirmed(category) ? bob : visitor
      const read = async (input: object) => {
        const posted = await ada.post(apiPaths.list(category.id), {
          ...listingInputs[category.id],
          ...input,
        })
        return (await reader.get(apiPaths.listing(category.id, posted.body.id))).body.signals
      }
      expect(await read({})).toEqual([])
      const { title } = category.apiNames
      // A viewing before the payment is a matter of offers.
      expect(await read({ [title]: 'Something else', description: scamWords })).toEqual(
        'seeks' in category ? [words] : [words, words],
      )
    },
  )

  it('are in no list, and not in the answers to writes', async () => {
    const { ada, bob, visitor, adaId, postBook } = await openSignalSite(engine)
    const id = await postBook({ description: scamWords })
    const url = apiPaths.listing('textbook', id)
    // The requests run one after another: a list that is read during a write may miss the listing.
    const answers = [
      await visitor.get(apiPaths.list('textbook')),
      await visitor.get(apiPaths.similar('textbook', await postBook({ book_title: 'Algebra' }))),
      await bob.get(apiPaths.userListings(adaId, 'textbook')),
      await ada.put(url, { ...listingInputs.textbook, description: scamWords }),
      await ada.post(apiPaths.status('textbook', id), { status: 'pending' }),
      await ada.post(apiPaths.renew('textbook', id)),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toContain(scamWords)
      expect(JSON.stringify(body)).not.toContain('"signals"')
    }
  })

  it('of a photo are on the listing that showed it later, whatever is listed; moderators see both', async () => {
    const { ada, bob, visitor, db, clock, upload } = await openTestSite(engine)
    const [first, later] = [await upload(ada, 1), await upload(bob, 2)]
    await db.run(sql`
      UPDATE photos SET band_1 = 1, band_2 = 2, band_3 = 3, band_4 = 4,
        first_uploaded_at = CASE WHEN uploader_id = 1 THEN 1 ELSE 2 END`)
    const room = await ada.post('/api/rentals', { ...listingInputs.rental, photos: [first] })
    const lamp = await bob.post('/api/misc', { ...listingInputs.misc, photos: [later] })
    const read = async (category: CategoryId, { body }: typeof room) => {
      const page = await visitor.get(apiPaths.listing(category, body.id))
      const inCase = await readCase(db, { category, id: body.id }, clock.now)
      return [kinds(page.body.signals), kinds(inCase)]
    }
    expect(await read('rental', room)).toEqual([[], ['photo']])
    expect(await read('misc', lamp)).toEqual([['photo'], ['photo']])
  })

  it('are there while it is listed', async () => {
    const { ada, bob, visitor, db, clock, postBook, readOwnSignals } = await openSignalSite(engine)
    const id = await postBook()
    const url = apiPaths.listing('textbook', id)
    await ada.post(apiPaths.status('textbook', id), { status: 'pending' })
    expect(kinds((await visitor.get(url)).body.signals)).toEqual(['price'])
    await ada.post(apiPaths.status('textbook', id), { status: 'sold' })
    for (const reader of [visitor, bob, ada]) {
      expect((await reader.get(url)).body).toMatchObject({ status: 'sold', signals: [] })
    }
    expect(await readOwnSignals(id)).toEqual([])
    await ada.post(apiPaths.status('textbook', id), { status: 'available' })
    expect(kinds(await readOwnSignals(id))).toEqual(['price'])
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now} WHERE id = ${id}`)
    expect((await ada.get(url)).body).toMatchObject({ status: 'expired', signals: [] })
    expect(await readOwnSignals(id)).toEqual([])
  })

  it('are on the dashboard, with ids and the words that caused them', async () => {
    const { bob, adaId, postBook, readOwnSignals } = await openSignalSite(engine)
    const id = await postBook({ description: scamWords })
    const own = { id: expect.any(String), answer: null }
    expect(await readOwnSignals(id)).toEqual([
      { ...words, ...own, quote: expect.any(String) },
      { ...lowPrice, ...own, id: lowPriceId, quote: null },
      { ...words, ...own, quote: expect.any(String) },
    ])
    const others = await bob.get(apiPaths.userListings(adaId, 'textbook'))
    expect(JSON.stringify(others.body)).not.toContain('Asks $20')
  })

  it('that a moderator hid are hidden from all, until the cause changes', async () => {
    const { ada, bob, visitor, db, postBook, readOwnSignals } = await openSignalSite(engine)
    const id = await postBook()
    const url = apiPaths.listing('textbook', id)
    await visitor.get(url)
    await decide(db, id, lowPriceId, 'hidden')
    for (const reader of [visitor, bob, ada]) {
      await expect.poll(async () => (await reader.get(url)).body.signals).toEqual([])
    }
    expect(await readOwnSignals(id)).toEqual([])
    await ada.put(url, { ...listingInputs.textbook, isbn: '9780306406157', price: 19 })
    expect(kinds((await visitor.get(url)).body.signals)).toEqual(['price'])
    expect(kinds(await readOwnSignals(id))).toEqual(['price'])
  })

  it('of a price that a moderator hid are back with another book at that price', async () => {
    const { ada, db, postBook, setMedianPrice, readOwnSignals } = await openSignalSite(engine)
    const id = await postBook()
    await decide(db, id, lowPriceId, 'hidden')
    const isbn = '9781285741550'
    await setMedianPrice(100_00, isbn)
    const book = { ...listingInputs.textbook, isbn, price: 20 }
    await ada.put(apiPaths.listing('textbook', id), book)
    expect(await readOwnSignals(id)).toMatchObject([{ id: `price textbook isbn ${isbn} 2000` }])
  })

  it('of words that a moderator hid are back with another sentence of the same kind', async () => {
    const { ada, visitor, db, postBook, readOwnSignals } = await openSignalSite(engine)
    const description = 'Pay me by wire transfer.'
    const book = { ...listingInputs.textbook, isbn: null, description }
    const id = await postBook(book)
    const url = apiPaths.listing('textbook', id)
    const [first] = await readOwnSignals(id)
    await decide(db, id, first?.id ?? '', 'hidden')
    expect((await visitor.get(url)).body.signals).toEqual([])
    await ada.put(url, { ...book, description: `${description} Send me the rent in bitcoin.` })
    expect((await visitor.get(url)).body.signals).toEqual([words])
    const [second, ...rest] = await readOwnSignals(id)
    expect([second?.id === first?.id, rest]).toEqual([false, []])
  })

  it('of photos that a moderator hid are back with another photo, and hide none from elsewhere', async () => {
    const { ada, bob, visitor, db, clock, upload } = await openTestSite(engine)
    const [originals, copies]: [string[], string[]] = [[], []]
    for (const shade of [1, 2, 3]) {
      const urls = [await upload(ada, shade), await upload(bob, shade)] as const
      const names = join(urls.map(photoNameFromPath))
      await db.run(sql`
        UPDATE photos SET band_1 = ${shade}, band_2 = ${shade}, band_3 = ${shade},
          band_4 = ${shade}, first_uploaded_at = uploader_id WHERE name IN (${names})`)
      originals.push(urls[0])
      copies.push(urls[1])
    }
    const post = async (client: typeof ada, title: string, photos: string[]) => {
      const { body } = await client.post('/api/misc', { ...listingInputs.misc, title, photos })
      return Number(body.id)
    }
    const bike = await post(ada, 'Road bike', originals.slice(0, 2))
    const sofa = await post(ada, 'Leather sofa', originals.slice(2))
    const id = await post(bob, 'Desk lamp', copies.slice(0, 1))
    const url = apiPaths.listing('misc', id)
    const read = async () => {
      const { body } = await visitor.get(url)
      return (body.signals as { sentence: string }[]).map(({ sentence }) => sentence)
    }
    const show = (photos: string[]) => bob.put(url, { ...listingInputs.misc, photos })
    const hide = async () => {
      const signals = await readCase(db, { category: 'misc', id }, clock.now)
      const shown = signals.find(({ answer }) => answer === null)
      await decide(db, id, shown?.id ?? '', 'hidden')
    }
    const one = "This photo is also used by another account's listing."
    expect(await read()).toEqual([one])
    await hide()
    await expect.poll(read).toEqual([])
    // This shows a second photo from the same listing.
    await show(copies.slice(0, 2))
    expect(await read()).toEqual([one.replace('This photo is', '2 of these photos are')])
    await hide()
    await expect.poll(read).toEqual([])
    // This shows a photo from another listing too. A hidden signal stays hidden even when that listing is deleted.
    await show(copies)
    expect(await read()).toEqual([one])
    await ada.delete(apiPaths.listing('misc', sofa))
    // A cached page shows another listing's deletion within an hour.
    clock.now += hourMs
    expect(await read()).toEqual([])
    await ada.delete(apiPaths.listing('misc', bike))
    clock.now += hourMs
    expect(await read()).toEqual([])
  })

  it('that a moderator kept stay, and their seller is told', async () => {
    const { visitor, db, postBook, readOwnSignals } = await openSignalSite(engine)
    const id = await postBook()
    await decide(db, id, lowPriceId, 'kept')
    expect(await readOwnSignals(id)).toMatchObject([{ id: lowPriceId, answer: 'kept' }])
    const { body } = await visitor.get(apiPaths.listing('textbook', id))
    expect(body.signals).toEqual([lowPrice])
  })

  it('in a cached page are an hour old at most', async () => {
    const { visitor, clock, postBook, setMedianPrice } = await openSignalSite(engine)
    const id = await postBook()
    const read = async () => (await visitor.get(apiPaths.listing('textbook', id))).body.signals
    expect(kinds(await read())).toEqual(['price'])
    await setMedianPrice(20_00)
    clock.now += hourMs - 1
    expect(kinds(await read())).toEqual(['price'])
    clock.now += 1
    expect(await read()).toEqual([])
  })

  it('are for moderators in full, whatever the status, with what was hidden', async () => {
    const { db, clock, postBook } = await openSignalSite(engine)
    const id = await postBook()
    await decide(db, id, lowPriceId, 'hidden')
    await db.run(sql`UPDATE listings SET status = 'hidden' WHERE id = ${id}`)
    expect(await readCase(db, { category: 'textbook', id }, clock.now)).toEqual([
      {
        ...lowPrice,
        id: lowPriceId,
        facts: expect.arrayContaining([{ label: 'Asks', value: '$20' }]),
        answer: {
          id: expect.any(Number),
          note: '',
          createdAt: '1970-01-01T00:00:00.001Z',
          decision: 'hidden',
          decisionId: null,
        },
        isGone: false,
      },
    ])
  })

  it('for moderators are those that its seller sees, and what was posted twice', async () => {
    const { db, clock, postBook, readOwnSignals } = await openSignalSite(engine)
    const [first, removed, last] = [await postBook(), await postBook(), await postBook()]
    await db.run(sql`UPDATE listings SET status = 'removed' WHERE id = ${removed}`)
    const ids = (signals: { id: string }[]) => signals.map(({ id }) => id)
    expect(ids(await readOwnSignals(last))).toEqual([lowPriceId])
    const inCase = await readCase(db, { category: 'textbook', id: last }, clock.now)
    expect(ids(inCase)).toEqual([lowPriceId, `duplicate ${first}`, `duplicate ${removed}`])
  })

  it('that are gone are there for moderators as long as an answer waits', async () => {
    const { db, clock, postBook, setMedianPrice } = await openSignalSite(engine)
    const id = await postBook()
    await db.run(sql`
      INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at)
      VALUES (${id}, ${lowPriceId}, 'Asks $20.', 'My friend bought one for $25.', 1)`)
    await setMedianPrice(20_00)
    expect(await readCase(db, { category: 'textbook', id }, clock.now)).toMatchObject([
      {
        kind: 'price',
        sentence: 'Asks $20.',
        facts: [],
        answer: { note: 'My friend bought one for $25.', decision: null },
        isGone: true,
      },
    ])
    await db.run(sql`UPDATE signal_answers SET decision = 'kept'`)
    expect(await readCase(db, { category: 'textbook', id }, clock.now)).toEqual([])
  })

  it('of one listing are read by four statements at most, by none where nothing is compared', async () => {
    const { ada, db, clock, postBook } = await openSignalSite(engine)
    const count = async (category: CategoryId, id: number) => {
      const row = await readRow(db, { category, id })
      let statements = 0
      const counting = new Proxy(db, {
        get: (target, name, receiver) => {
          if (name === 'all' || name === 'get') statements++
          return Reflect.get(target, name, receiver)
        },
      })
      await readPageFacts(counting, row, clock.now)
      return statements
    }
    expect(await count('textbook', await postBook())).toBe(3)
    expect(await count('textbook', await postBook({ isbn: null }))).toBe(0)
    const room = { ...listingInputs.rental, num_beds: 2, description: scamWords }
    const posted = await ada.post(apiPaths.list('rental'), room)
    expect(await count('rental', posted.body.id)).toBeLessThanOrEqual(4)
  })
})
