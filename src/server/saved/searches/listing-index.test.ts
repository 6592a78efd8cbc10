import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CategoryId, categories, categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { pageSize } from '#contract/list-parameters.ts'
import { fromInput } from '#contract/listing.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { insertLoggedInStudent } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { bob } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { runs } from '#tests/support/run-count.ts'
import { createListing } from '../../listings/posting/create-listing.ts'
import { findListingsAboveRank } from '../mails/new-listings.ts'
import { createListingIndex, toSearchCriteria } from './listing-index.ts'

const words = ['sunny', 'sunroom', 'Café', 'cs246', 'Öde', 'Wi-Fi', 'two-bedroom', '字', 'ß', 's']
const prices = [0, 4.99, 450, 450.5, 600, 999.99, 1_000_000]
const days = ['2026-12-28', '2027-01-04', '2027-05-01', '2028-02-29', '2030-01-01']
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(' '))
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value)

const inputs: Record<CategoryId, fc.Arbitrary<object>> = {
  rental: fc.record({
    title: text,
    description: text,
    address: fc.constantFrom('12 King St N', '7 Kingsway', 'Erb St W, Apt. 3'),
    cost: fc.constantFrom(...prices),
    date_available: fc.constantFrom(...days.slice(0, 4)),
    available_to: maybe(fc.constantFrom('2028-03-31', '2028-08-31')),
    is_sublet: fc.boolean(),
    is_shared: fc.boolean(),
    num_beds: fc.integer({ min: 1, max: 7 }),
    house_type: fc.constantFrom('House', 'Apartment', 'Basement', 'Bedroom'),
    amenities: fc.subarray(['Furnished', 'Pet friendly', 'Gym']),
    is_utilities_included: fc.boolean(),
    has_parking: fc.boolean(),
    minutes: fc.record({
      waterloo: fc.record({ walk: fc.constantFrom(5, 15, 20) }, { requiredKeys: [] }),
      laurier: fc.record({ walk: fc.constantFrom(10, 31), bus: fc.constant(5) }),
    }),
  }),
  wanted: fc.record({
    title: text,
    description: text,
    area: maybe(text),
    budget: fc.constantFrom(...prices),
    // The list leaves out a request whose first day has passed.
    move_in: fc.constantFrom(...days.slice(0, 4)),
    move_out: maybe(fc.constantFrom('2028-03-31', '2028-08-31')),
    people: fc.integer({ min: 1, max: 10 }),
    place: fc.constantFrom('Room', 'Whole place', 'Either'),
    photos: fc.constant([]),
  }),
  textbook: fc.record({
    book_title: text,
    author: text,
    price: fc.constantFrom(...prices),
    listing_type: fc.constantFrom('Selling', 'Wanting'),
    course_codes: fc.subarray(['MATH 135', 'MATH 137', 'CS 246']),
    faculty: fc.constantFrom('Math', 'Health Science', 'Engineering'),
    year: fc.integer({ min: 1, max: 4 }),
    condition: fc.constantFrom('New', 'Like New', 'Used', 'Worn'),
  }),
  misc: fc.record({
    title: text,
    description: text,
    price: fc.constantFrom(...prices),
    is_free: fc.constant(false),
    listing_type: fc.constantFrom('Selling', 'Wanting'),
    category: maybe(fc.constantFrom('Tickets', 'Furniture', 'Clothing')),
    event_date: fc.constant(null),
  }),
}

const q = fc.oneof(
  fc.constantFrom('sun', 'SUNNY c', 'cafe', 'CS 246', 'ode', 'wifi', '2 bedroom', '2 be', 'king'),
  fc.constantFrom('"', '*', 'sun* OR', 'x', '字', 'ss', '978-1-285-74155-0', 'winter 2027', 'two'),
  text,
)
const common = {
  q,
  min_price: fc.constantFrom('0', '450.5', '601'),
  max_price: fc.constantFrom('0', '450', '999.99', '2000000'),
}

/** The values of every filter. A new filter needs values here. */
const filterValues: Record<CategoryId, Record<string, fc.Arbitrary<string>>> = {
  rental: {
    term: fc.constantFrom('2027-winter', '2027-spring', '2028-winter'),
    from: fc.constantFrom(...days),
    to: fc.constantFrom(...days),
    months: fc.constantFrom('4', '8', '12'),
    type: fc.constantFrom('sublet', 'lease'),
    place: fc.constantFrom('room', 'whole'),
    bedrooms: fc.constantFrom('1', '3', '5'),
    beds: fc.constantFrom('1', '4'),
    own_bedrooms: fc.constantFrom('1', '4'),
    house_type: fc.constantFrom('House', 'House,Basement', 'apartment'),
    near: fc.constantFrom('waterloo-15', 'laurier-10-bus'),
    furnished: fc.constant('1'),
    pets: fc.constant('1'),
    utilities: fc.constant('1'),
    laundry: fc.constant('1'),
    kitchen: fc.constant('1'),
    parking: fc.constant('1'),
    location: fc.constantFrom('king', 'erb st', 'apt 3', 'n'),
  },
  wanted: {
    term: fc.constantFrom('2027-winter', '2027-spring', '2028-winter'),
    from: fc.constantFrom(...days),
    to: fc.constantFrom(...days),
    place: fc.constantFrom('room', 'whole'),
    people: fc.constantFrom('1', '4', '5'),
    location: text,
  },
  textbook: {
    listing_type: fc.constantFrom('Selling', 'Wanting'),
    faculty: fc.constantFrom('Math', 'Health Sciences'),
    condition: fc.constantFrom('New', 'New,Worn', 'Used'),
    year: fc.constantFrom('1', '3'),
    course: fc.constantFrom('math 135', 'CS246', 'cs'),
  },
  misc: {
    listing_type: fc.constantFrom('Selling', 'Wanting'),
    category: fc.constantFrom('Tickets', 'Furniture,Clothing'),
  },
}

const searches = (category: CategoryId) =>
  fc
    .record({ ...common, ...filterValues[category] })
    .chain((values) => fc.subarray(Object.entries(values), { maxLength: 4 }))
    .map((entries) => canonicalQuery(categoryById[category], `${new URLSearchParams(entries)}`))

const listingsPerCategory = 80
const timeoutMs = 60_000

describe.each(engines)('the matcher on %s', (engine) => {
  it.each(categories.map(({ id }) => id))(
    'finds what the list of %s finds',
    async (id) => {
      const category = categoryById[id]
      expect(Object.keys(filterValues[id])).toEqual(Object.keys(category.filters))
      const site = await buildTestApp(engine)
      const { db, clock } = site
      // Visitors do not see every category.
      const reader = await insertLoggedInStudent(site, bob)
      const seller = await insertTestUser(db)
      const context = {
        parsePhotoAddress: (externalUrl: string) => ({ externalUrl }),
        now: clock.now,
      }
      const [seed = 0] = fc.sample(fc.integer(), 1)
      await db.transaction(async (tx) => {
        for (const values of fc.sample(inputs[id], { numRuns: listingsPerCategory, seed })) {
          const input = { ...completeInputs[id], ...values } as ListingInput
          await createListing(tx, seller, fromInput(id, input), context)
        }
      })
      const rows = await findListingsAboveRank(db, { category: id, rank: 0, limit: 1_000 })
      expect(rows).toHaveLength(listingsPerCategory)
      const index = createListingIndex(rows)
      let found = 0
      await fc.assert(
        fc.asyncProperty(searches(id), async (query) => {
          // The list also corrects words, which emails do not. With "exact", both search for the words alone.
          const criteria = toSearchCriteria(category, `${query}&exact=1`, clock.now)
          const matches = criteria && index.match(criteria).map((row) => row.id)
          const parameters = new URLSearchParams(query)
          parameters.set('limit', String(pageSize.max))
          parameters.set('exact', '1')
          const { status, body } = await reader.get(apiPaths.list(id, parameters))
          expect(status, JSON.stringify(body)).toBe(200)
          const { results } = body as { results: { id: number }[] }
          expect(matches, `listings of seed ${seed}`).toEqual(results.map((listing) => listing.id))
          found += results.length
        }),
        { numRuns: runs(150) },
      )
      // A lower number would mean that the searches were too narrow to prove anything.
      expect(found).toBeGreaterThan(listingsPerCategory)
    },
    timeoutMs,
  )
})

describe('a stored search', () => {
  const rental = categoryById.rental
  const index = createListingIndex([
    { id: 1, rank: 5, price_cents: 100, search_text: 'rental/room rental:is_sublet=true' },
    { id: 2, rank: 7, price_cents: 900, search_text: 'rental/room' },
  ])
  const match = (query: string) => {
    const criteria = toSearchCriteria(rental, query, Date.parse('2026-11-18T12:00:00Z'))
    return criteria && index.match(criteria).map(({ id }) => id)
  }

  it.each([
    ['without filters', '', [2, 1]],
    ['with a word', 'q=roo', [2, 1]],
    ['with a filter', 'type=sublet', [1]],
    ['with prices, both inclusive', 'min_price=1&max_price=9', [2, 1]],
    ['with a lower price', 'max_price=8.99', [1]],
    ['with a price in its words', 'q=room+under+8', [1]],
    ['with exact words', 'q=room+under+8&exact=1', []],
    ['with an option that is no longer there', 'type=timeshare&q=room', [2, 1]],
    ['with a filter that is no longer there', 'balcony=1&type=sublet', [1]],
    ['with days in the wrong order', 'from=2027-05-01&to=2027-01-01&type=lease', []],
    ['that is no query', '%E0%A4%A&%', [2, 1]],
  ])('%s finds what is left of it', (_, query, ids) => {
    expect(match(query)).toEqual(ids)
  })

  it('finds nothing where there is nothing', () => {
    expect(createListingIndex([]).match({ terms: [] })).toEqual([])
  })

  it('finds the last of many as the first', () => {
    const many = createListingIndex(
      Array.from({ length: 100 }, (_, id) => ({
        ...{ id, rank: id, price_cents: 0 },
        search_text: `rental/all rental/number${id}`,
      })),
    )
    const found = (anyOf: string[], isPrefix: boolean) =>
      many.match({ terms: [{ anyOf, isPrefix }] }).map(({ id }) => id)
    expect(found(['rental/number0', 'rental/number31', 'rental/number32'], false)).toEqual([
      32, 31, 0,
    ])
    expect(found(['rental/number9'], true)).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 9])
    expect(found(['rental/all'], false)).toHaveLength(100)
    expect(found(['rental/b'], true)).toEqual([])
  })
})
