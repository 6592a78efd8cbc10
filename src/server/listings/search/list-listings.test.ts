import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { minuteSteps } from '#categories/minutes.ts'
import { sortOrdersOf } from '#contract/list-parameters.ts'
import { listQuery } from '#contract/list-query.ts'
import { fromInput, toWire } from '#contract/listing.ts'
import type { WireListing } from '#contract/listings.ts'
import { listingHooks } from '#server/wiring.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { runs } from '#tests/support/run-count.ts'
import type { Db } from '../../database/database.ts'
import { createListing } from '../posting/create-listing.ts'
import { deleteListing, updateListing } from '../posting/update-listing.ts'
import { encodeCursor, toListCriteria } from './list-criteria.ts'
import { listListings } from './list-listings.ts'
import { searchPageSqlite } from './search-sqlite.ts'

stayOnBuiltInCampus()

const { rental } = categoryById
type Rental = WireListing<'rental'>

const vocabulary = ['sunny', 'sunroom', 'room', 'quiet', 'café', 'cs246', 'campus', 'Öde', 'zoo']
const streets = ['King', 'Kingsway', 'Regina', 'University']
const prices = [0, 450, 450.5, 600, 600, 999.99, 1_000_000]
const days = ['2026-12-31', '2027-01-01', '2027-05-01', '2028-02-29']

const minuteStep = fc.constantFrom(...minuteSteps)

/** Rentals that nearly all say "room", so that some searches exceed the exact total. */
const rentals: fc.Arbitrary<ListingInput<'rental'>> = fc
  .record({
    title: fc.constantFrom('Room', 'room', 'rooms', 'Zoo'),
    house_type: fc.constantFrom('House', 'Apartment', 'Basement', 'Bedroom'),
    address: fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...streets))
      .map(([number, street]) => `${number} ${street} St`),
    cost: fc.constantFrom(...prices),
    is_sublet: fc.boolean(),
    num_beds: fc.option(fc.integer({ min: 1, max: 7 })),
    is_shared: fc.boolean(),
    date_available: fc.constantFrom(...days),
    minutes: fc.dictionary(
      fc.constantFrom('waterloo', 'laurier', 'former'),
      fc.record({ walk: minuteStep, bus: minuteStep }, { requiredKeys: [] }),
      { maxKeys: 3 },
    ),
    amenities: fc.subarray(['Furnished', 'unfurnished', 'Pet friendly', 'Gym']),
    description: fc
      .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(', ')),
  })
  .map((values) => ({
    ...completeInputs.rental,
    ...values,
    is_shared: values.is_shared && values.num_beds !== null,
    available_to: null,
  }))

/** Values that are mostly absent, so that the other filters still find enough for several pages. */
const seldom = (...values: string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )

const order = fc.constantFrom(...sortOrdersOf(rental).map(({ value }) => value))
const limit = fc.constantFrom('1', '7', '100')

const filteredLists = fc.record({
  q: fc.option(
    fc.constantFrom(
      'room',
      'ro',
      'SUN',
      'sun room',
      'cafe',
      'CS 246',
      'ode zoo',
      'house king',
      'sublet',
      'whole place',
      'private utilities included',
      '2 bedroom',
      'one bed room',
      'r s',
      '"',
      'xyz',
    ),
    { nil: undefined, freq: 3 },
  ),
  min_price: seldom('0', '450.5', '700'),
  max_price: seldom('0', '450', '600', '2000000'),
  beds: seldom('1', '2', '5'),
  bedrooms: seldom('2', '5'),
  place: seldom('room', 'whole'),
  house_type: seldom('House', 'apartment,Basement'),
  type: seldom('sublet', 'lease'),
  furnished: seldom('1'),
  pets: seldom('1'),
  near: seldom('waterloo-5', 'waterloo-15', 'laurier-30', 'laurier-10-bus'),
  location: seldom('king', 'Regina st', '7', '3 univ'),
  order,
  limit,
})
/** Lists of all rentals, or of more than the exact total. */
const longLists = fc.record({ q: fc.constantFrom('st', undefined), order, limit })
const listParameters = fc.oneof({ weight: 3, arbitrary: filteredLists }, longLists)
type ListParameters = Partial<Record<string, string>>

/** A second, naive implementation of search and filters, to compare with. */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const words = (text: string) => normalize(text).match(/[a-z]+|\d+/g) ?? []
const matchesWords = (text: string, search: string) =>
  words(search).every((word) => words(text).some((other) => other.startsWith(word)))
const mentions = (list: string[], text: string) =>
  list.some((entry) => entry.toLowerCase().includes(text))

const isRoom = ({ is_shared, house_type }: Pick<Rental, 'is_shared' | 'house_type'>) =>
  is_shared || house_type === 'Bedroom'

function searchedText({ title, description, address, ...listing }: Rental): string {
  const { is_sublet, is_shared, house_type, amenities } = listing
  const kind = [is_sublet ? 'sublet' : 'lease', is_shared ? 'shared' : 'private']
  const place = isRoom({ is_shared, house_type }) ? 'room' : 'whole place'
  const included = 'utilities included laundry kitchen cooking parking no smoking'
  return [title, description, address, house_type, amenities, kind, place, included].join(' ')
}

/** The order has 99 for what nobody has said. */
const walkTo = ({ minutes }: Rental, place: string) => minutes[place]?.walk ?? 99

function isNear(listing: Rental, near: string | undefined): boolean {
  if (!near) return true
  const [place = '', minutes, way] = near.split('-')
  const bus = way ? (listing.minutes[place]?.bus ?? 99) : 99
  return Math.min(walkTo(listing, place), bus) <= Number(minutes)
}

function matchesFilters(listing: Rental, parameters: ListParameters): unknown {
  const { q = '', location = '', min_price = 0, max_price = Infinity, beds, type } = parameters
  const { bedrooms, place, house_type = String(listing.house_type) } = parameters
  const homeBedrooms = listing.num_beds && listing.num_beds + (listing.is_shared ? 1 : 0)
  const [phrase, wanted = ''] = /(2|one) bed(room)?\b/.exec(q) ?? []
  return (
    matchesWords(searchedText(listing), q.replace(phrase ?? '', '')) &&
    (!phrase || (isRoom(listing) ? 1 : homeBedrooms) === (wanted === 'one' ? 1 : 2)) &&
    (!bedrooms || (homeBedrooms && Math.min(homeBedrooms, 5) === Number(bedrooms))) &&
    (!place || isRoom(listing) === (place === 'room')) &&
    house_type.toLowerCase().split(',').includes(String(listing.house_type).toLowerCase()) &&
    matchesWords(listing.address ?? '', location) &&
    listing.cost >= Number(min_price) &&
    listing.cost <= Number(max_price) &&
    (beds === undefined || listing.num_beds === Number(beds)) &&
    (type === undefined || listing.is_sublet === (type === 'sublet')) &&
    isNear(listing, parameters.near) &&
    (!parameters.furnished || mentions(listing.amenities, 'furnish')) &&
    (!parameters.pets || mentions(listing.amenities, 'pet'))
  )
}

const dayOf = ({ date_available }: Rental) => date_available ?? ''
const comparisons: Record<string, (a: Rental, b: Rental) => number> = {
  new: (a, b) => b.id - a.id,
  price: (a, b) => a.cost - b.cost || a.id - b.id,
  '-price': (a, b) => b.cost - a.cost || b.id - a.id,
  'near-waterloo': (a, b) => walkTo(a, 'waterloo') - walkTo(b, 'waterloo') || b.id - a.id,
  'near-laurier': (a, b) => walkTo(a, 'laurier') - walkTo(b, 'laurier') || b.id - a.id,
  soonest: (a, b) => Number(dayOf(a) > dayOf(b)) - Number(dayOf(a) < dayOf(b)) || a.id - b.id,
}

function expectedList(all: Iterable<Rental>, parameters: ListParameters): Rental[] {
  return [...all]
    .filter((listing) => matchesFilters(listing, parameters))
    .toSorted(comparisons[parameters.order ?? 'new'])
}

const timeoutMs = 60_000

const context = {
  parsePhotoAddress: (externalUrl: string) => ({ externalUrl }),
  hooks: listingHooks,
  now: 0,
}

async function seedRentals(db: Db, size: number) {
  const seller = await insertTestUser(db)
  const listings = new Map<number, Rental>()
  async function post(input: ListingInput<'rental'>, into = db) {
    const saved = await into.transaction((tx) =>
      createListing(tx, seller, fromInput('rental', input), context),
    )
    listings.set(saved.id, toWire(saved) as Rental)
  }
  await db.transaction(async (tx) => {
    for (const input of fc.sample(rentals, { seed: 11, numRuns: size })) await post(input, tx)
  })
  return { listings, post }
}

async function page(db: Db, parameters: ListParameters, cursor?: string) {
  const query = listQuery.rental.parse({ ...parameters, cursor })
  const response = await listListings(db, rental, query, context.now)
  return { ...response, ids: response.results.map(({ id }) => id) }
}

describe.each(engines)('lists on %s', (engine) => {
  it(
    'match a naive implementation of search, filters and order',
    async () => {
      const db = await openTestDatabase(engine)
      const { listings } = await seedRentals(db, 1_250)
      const highest = Math.max(...[...listings.values()].map(({ cost }) => cost))
      await fc.assert(
        fc.asyncProperty(listParameters, async (parameters) => {
          const expected = expectedList(listings.values(), parameters)
          const response = await page(db, parameters)
          expect(response.ids).toEqual(
            expected.slice(0, Number(parameters.limit)).map(({ id }) => id),
          )
          expect(response.total).toBe(Math.min(expected.length, 1_000))
          expect(response.total_exact).toBe(expected.length <= 1_000)
          expect(response.max_price).toBe(highest)
          expect(response.next === null).toBe(expected.length <= Number(parameters.limit))
          if (response.next === null) return
          const second = await page(db, parameters, response.next)
          expect(second.ids).toEqual(
            expected
              .slice(Number(parameters.limit), 2 * Number(parameters.limit))
              .map(({ id }) => id),
          )
        }),
        { seed: 21, numRuns: runs(160) },
      )
    },
    timeoutMs,
  )

  it(
    'neither skip nor repeat a listing while others are posted, edited and deleted between pages',
    async () => {
      const db = await openTestDatabase(engine)
      const { listings, post } = await seedRentals(db, 60)
      const changes = fc.array(
        fc.record({
          pick: fc.nat(),
          what: fc.constantFrom('post', 'edit', 'delete'),
          input: rentals,
        }),
        { maxLength: 3 },
      )
      await fc.assert(
        fc.asyncProperty(
          listParameters,
          fc.infiniteStream(changes),
          async (parameters, between) => {
            let cursor: string | undefined
            let last: Rental | undefined
            const compare = comparisons[parameters.order ?? 'new'] ?? (() => 0)
            const small = { ...parameters, limit: '7' }
            for (let pages = 0; pages < 6; pages++) {
              const response = await page(db, small, cursor)
              const expected = expectedList(listings.values(), small)
              const position = last
              const rest = position
                ? expected.filter((one) => compare(position, one) < 0)
                : expected
              expect(response.ids).toEqual(rest.slice(0, 7).map(({ id }) => id))
              expect(response.total).toBe(expected.length)
              if (response.next === null) return
              cursor = response.next
              const shown = response.results.at(-1)
              last = shown && (toWire(shown) as Rental)
              for (const { pick, what, input } of between.next().value ?? []) {
                const ids = [...listings.keys()]
                const id = ids[pick % ids.length] ?? 0
                if (what === 'post' || ids.length < 40) await post(input)
                else if (what === 'delete') {
                  await db.transaction((tx) =>
                    deleteListing(tx, { category: 'rental', id }, Date.now()),
                  )
                  listings.delete(id)
                } else {
                  const saved = await db.transaction((tx) =>
                    updateListing(tx, { category: 'rental', id }, input, context),
                  )
                  listings.set(id, toWire(saved) as Rental)
                }
              }
            }
          },
        ),
        { seed: 31, numRuns: runs(60) },
      )
    },
    timeoutMs,
  )

  it('no longer hold the listings of a deleted account', async () => {
    const db = await openTestDatabase(engine)
    await seedRentals(db, 5)
    await db.run(sql`DELETE FROM users`)
    for (const parameters of [
      { limit: '7' },
      { limit: '7', q: 'r' },
      { limit: '7', q: 'r', max_price: '600' },
    ]) {
      expect(await page(db, parameters)).toMatchObject({ results: [], total: 0, max_price: 0 })
    }
  })

  it('match filter options by any of their stored values', async () => {
    const db = await openTestDatabase(engine)
    const seller = await insertTestUser(db)
    const anatomy: ListingInput<'textbook'> = {
      ...completeInputs.textbook,
      faculty: 'Health Science',
      book_title: 'Anatomy',
      author: 'Gray',
      course_codes: ['HLTH 101', 'KIN 100'],
      description: 'heavy',
    }
    const draft = fromInput('textbook', anatomy)
    await db.transaction((tx) => createListing(tx, seller, draft, context))
    const total = async (parameters: Record<string, string>) =>
      (await listListings(db, categoryById.textbook, listQuery.textbook.parse(parameters), 0)).total
    expect(await total({ q: 'gray anat hlth101', faculty: 'Health Sciences' })).toBe(1)
    expect(await total({ course: 'hlth-101', year: '1', condition: 'like new' })).toBe(1)
    expect(await total({ course: 'hlth10' })).toBe(0)
    expect(await total({ course: 'kin100', q: 'hlth kin 101' })).toBe(1)
    expect(await total({ condition: 'New,Like new', q: '978-1-285-74155-0' })).toBe(1)
    expect(await total({ q: 'heavy' })).toBe(0)
    expect(await total({ condition: 'New' })).toBe(0)
  })
})

it('on SQLite, the soonest matches are the same whether they are scanned, walked or sorted', async () => {
  const db = await openTestDatabase('sqlite')
  await seedRentals(db, 100)
  const soonest = filteredLists.map((parameters) => ({ ...parameters, order: 'soonest' }))
  await fc.assert(
    fc.asyncProperty(soonest, async (parameters) => {
      let cursor: string | undefined
      for (let pages = 0; pages < 3; pages++) {
        const criteria = toListCriteria(rental, listQuery.rental.parse({ ...parameters, cursor }))
        if (criteria.terms.length === 0) return
        const matches = await searchPageSqlite(db, criteria)
        expect(matches).toEqual(await searchPageSqlite(db, criteria, true))
        const last = matches.at(-1)
        if (!last) return
        cursor = encodeCursor('soonest', last)
      }
    }),
    { seed: 41, numRuns: runs(100) },
  )
})
