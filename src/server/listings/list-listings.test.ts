import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { orders } from '#contract/list-parameters.ts'
import { listQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listings.ts'
import { addSeller } from '#tests/support/add-seller.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import type { Db } from '../database/database.ts'
import { createListing } from './create-listing.ts'
import { deleteListing } from './delete-listing.ts'
import { listListings } from './list-listings.ts'
import { listingCounter } from './listing-counter.ts'
import { createListingTexts } from './listing-texts.ts'
import { updateListing } from './update-listing.ts'

const { rental } = categoryById
type Rental = Listing<'rental'>

const vocabulary = ['sunny', 'sunroom', 'room', 'quiet', 'café', 'cs246', 'campus', 'Öde', 'zoo']
const streets = ['King', 'Kingsway', 'Regina', 'University']
const prices = [0, 450, 450.5, 600, 600, 999.99, 1_000_000]

/** Nearly every listing says "room", so that some searches find more than are counted. */
const rentals: fc.Arbitrary<ListingInput<'rental'>> = fc.record({
  title: fc.constantFrom('Room', 'room', 'rooms', 'Zoo'),
  house_type: fc.constantFrom('House', 'Apartment'),
  address: fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...streets))
    .map(([number, street]) => `${number} ${street} St`),
  cost: fc.constantFrom(...prices),
  is_cost_per_room: fc.constant(false),
  is_utilities_included: fc.boolean(),
  is_sublet: fc.boolean(),
  is_shared: fc.constant(false),
  num_beds: fc.option(fc.integer({ min: 1, max: 5 })),
  date_available: fc.constant('2027-01-01'),
  has_laundry: fc.constant(false),
  has_cooking: fc.constant(false),
  has_parking: fc.constant(false),
  no_smoking: fc.constant(false),
  amenities: fc.subarray(['Furnished', 'unfurnished', 'Pet friendly', 'Gym']),
  description: fc
    .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(', ')),
  photos: fc.constant(['https://photos.example/1.jpg']),
})

/** Mostly absent, so that the rest still finds enough for several pages. */
const seldom = (...values: string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )

const asked = fc.record({
  q: fc.option(
    fc.constantFrom(
      'room',
      'ro',
      'SUN',
      'sun room',
      'cafe',
      'CS 246',
      'ode zoo',
      'r s',
      '"',
      'xyz',
    ),
    { nil: undefined, freq: 3 },
  ),
  min_price: seldom('0', '450.5', '700'),
  max_price: seldom('0', '450', '600', '2000000'),
  beds: seldom('1', '2', '5'),
  type: seldom('sublet', 'lease'),
  furnished: seldom('1'),
  pets: seldom('1'),
  location: seldom('king', 'Regina st', '7', '3 univ'),
  order: fc.constantFrom(...orders.map(({ value }) => value)),
  limit: fc.constantFrom('1', '7', '100'),
})
type Asked = Partial<Record<string, string>>

/** The rules once more, as plainly as can be. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const split = (text: string) => plain(text).match(/[a-z]+|\d+/g) ?? []
const says = (text: string, wanted: string) =>
  split(wanted).every((word) => split(text).some((other) => other.startsWith(word)))
const mentions = (list: string[], text: string) =>
  list.some((entry) => entry.toLowerCase().includes(text))

function fits(listing: Rental, given: Asked): boolean {
  const { q = '', location = '', min_price = 0, max_price = Infinity, beds, type } = given
  return (
    says(`${listing.title} ${listing.description}`, q) &&
    says(listing.address, location) &&
    listing.cost >= Number(min_price) &&
    listing.cost <= Number(max_price) &&
    (beds === undefined || listing.num_beds === Number(beds)) &&
    (type === undefined || listing.is_sublet === (type === 'sublet')) &&
    (!given.furnished || mentions(listing.amenities, 'furnish')) &&
    (!given.pets || mentions(listing.amenities, 'pet'))
  )
}

const comparisons: Record<string, (a: Rental, b: Rental) => number> = {
  new: (a, b) => b.id - a.id,
  price: (a, b) => a.cost - b.cost || a.id - b.id,
  '-price': (a, b) => b.cost - a.cost || b.id - a.id,
}

function expectedList(all: Iterable<Rental>, given: Asked): Rental[] {
  return [...all]
    .filter((listing) => fits(listing, given))
    .toSorted(comparisons[given.order ?? 'new'])
}

const patience = 60_000

async function marketOf(db: Db, size: number) {
  const seller = await addSeller(db)
  const listings = new Map<number, Rental>()
  async function post(input: ListingInput<'rental'>, into = db) {
    const saved = (await createListing(into, rental, seller, input, 0)) as Rental
    listings.set(saved.id, saved)
  }
  await db.transaction(async (tx) => {
    for (const input of fc.sample(rentals, { seed: 11, numRuns: size })) await post(input, tx)
  })
  return { listings, post }
}

async function page(db: Db, given: Asked, cursor?: string) {
  const query = listQuery.rental.parse({ ...given, cursor })
  const answer = await listListings(db, rental, query)
  return { ...answer, ids: answer.results.map(({ id }) => id) }
}

const counterOf = (db: Db) => listingCounter(db, 'rental')

describe.each(engines)('lists on %s', (engine) => {
  it(
    'hold exactly what the filters, the search and the order say',
    async () => {
      const db = await openTestDatabase(engine)
      const { listings } = await marketOf(db, 1_400)
      const texts = createListingTexts({ bytes: 1_000_000, shown: (listing) => listing })
      const count = await counterOf(db)
      const highest = Math.max(...[...listings.values()].map(({ cost }) => cost))
      await fc.assert(
        fc.asyncProperty(asked, async (given) => {
          const expected = expectedList(listings.values(), given)
          const answer = await page(db, given)
          expect(answer.ids).toEqual(expected.slice(0, Number(given.limit)).map(({ id }) => id))
          expect(answer.total).toBe(Math.min(expected.length, 1_000))
          expect(answer.total_exact).toBe(expected.length <= 1_000)
          expect(answer.max_price).toBe(highest)
          expect(answer.next === null).toBe(expected.length <= Number(given.limit))
          const { ids: _ids, ...found } = answer
          const text = await texts.page(db, rental, listQuery.rental.parse(given), count)
          expect(JSON.parse(text)).toEqual(found)
        }),
        { seed: 21, numRuns: 150 },
      )
    },
    patience,
  )

  it(
    'skip and repeat nothing while listings come, change and go between pages',
    async () => {
      const db = await openTestDatabase(engine)
      const { listings, post } = await marketOf(db, 60)
      const texts = createListingTexts({ bytes: 100_000, shown: (listing) => listing })
      const changes = fc.array(
        fc.record({
          pick: fc.nat(),
          what: fc.constantFrom('post', 'edit', 'delete'),
          input: rentals,
        }),
        { maxLength: 3 },
      )
      await fc.assert(
        fc.asyncProperty(asked, fc.infiniteStream(changes), async (given, between) => {
          let cursor: string | undefined
          let last: Rental | undefined
          const compare = comparisons[given.order ?? 'new'] ?? (() => 0)
          const small = { ...given, limit: '7' }
          for (let pages = 0; pages < 6; pages++) {
            const answer = await page(db, small, cursor)
            const expected = expectedList(listings.values(), small)
            const position = last
            const rest = position ? expected.filter((one) => compare(position, one) < 0) : expected
            expect(answer.ids).toEqual(rest.slice(0, 7).map(({ id }) => id))
            expect(answer.total).toBe(expected.length)
            const query = listQuery.rental.parse({ ...small, cursor })
            const text = await texts.page(db, rental, query, await counterOf(db))
            const { ids: _ids, ...found } = answer
            expect(JSON.parse(text)).toEqual(found)
            if (answer.next === null) return
            cursor = answer.next
            last = answer.results.at(-1) as Rental
            for (const { pick, what, input } of between.next().value ?? []) {
              const ids = [...listings.keys()]
              const id = ids[pick % ids.length] ?? 0
              if (what === 'post' || ids.length < 40) await post(input)
              else if (what === 'delete') {
                await deleteListing(db, rental, id)
                listings.delete(id)
              } else listings.set(id, (await updateListing(db, rental, id, input, 0)) as Rental)
            }
          }
        }),
        { seed: 31, numRuns: 40 },
      )
    },
    patience,
  )

  it('lose a seller’s listings with the seller', async () => {
    const db = await openTestDatabase(engine)
    await marketOf(db, 5)
    await db.run(sql`DELETE FROM users`)
    for (const given of [
      { limit: '7' },
      { limit: '7', q: 'r' },
      { limit: '7', q: 'r', max_price: '600' },
    ]) {
      expect(await page(db, given)).toMatchObject({ results: [], total: 0, max_price: 0 })
    }
  })

  it('find the same in a category that writes other words for its fields', async () => {
    const db = await openTestDatabase(engine)
    const seller = await addSeller(db)
    const book = {
      faculty: 'Health Science',
      year: 1,
      condition: 'Like New',
      price: 20,
      edition: null,
    }
    const input = {
      ...book,
      book_title: 'Anatomy',
      author: 'Gray',
      course_code: 'HLTH 101',
      description: 'heavy',
    }
    const photos = ['https://photos.example/1.jpg']
    await createListing(
      db,
      categoryById.textbook,
      seller,
      { ...input, photos } as ListingInput<'textbook'>,
      0,
    )
    const total = async (given: Record<string, string>) =>
      (await listListings(db, categoryById.textbook, listQuery.textbook.parse(given))).total
    expect(await total({ q: 'gray anat hlth101', faculty: 'Health Sciences' })).toBe(1)
    expect(await total({ course: 'hlth-101', year: '1', condition: 'like new' })).toBe(1)
    expect(await total({ course: 'hlth10' })).toBe(0)
    expect(await total({ q: 'heavy' })).toBe(0)
    expect(await total({ condition: 'New' })).toBe(0)
  })
})
