import { describe, expect, it } from 'vitest'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { fieldErrors } from './errors.ts'
import { listQuery } from './list-query.ts'

stayOnBuiltInCampus()

const { rental, textbook, misc } = listQuery

function queryErrors(schema: typeof rental, query: unknown) {
  const { error } = schema.safeParse(query)
  return error ? fieldErrors(error) : {}
}

const conditions = (schema: typeof rental, query: unknown) => schema.parse(query).conditions

describe('list query', () => {
  it('defaults to the newest 24', () => {
    const defaults = { limit: 24, order: 'new', conditions: {} }
    expect(rental.parse({})).toEqual(defaults)
    expect(
      rental.parse({ limit: '', order: ' ', q: '', cursor: '', max_price: '', beds: '', pets: '' }),
    ).toEqual(defaults)
  })

  it('parses the parameters common to all categories', () => {
    expect(
      misc.parse({
        limit: '100',
        order: '-price',
        cursor: 'abc',
        q: ' desk ',
        min_price: '5',
        max_price: '19.99',
      }),
    ).toEqual({
      limit: 100,
      order: '-price',
      cursor: 'abc',
      q: 'desk',
      minPriceCents: 500,
      maxPriceCents: 1999,
      conditions: {},
    })
  })

  it('ignores unknown parameters', () => {
    expect(misc.parse({ fbclid: 'x', utm_source: 'y', beds: '9', __proto__: 'z' })).toEqual(
      misc.parse({}),
    )
  })

  it.each([
    ...['0', '101', '-1', '1.5', 'x', '1e1', ['1', '2']].map((limit) => ({ limit })),
    ...['newest', 'PRICE', ['new', 'new']].map((order) => ({ order })),
    ...['2027', 'winter', '2027-autumn', '20270-winter', ['2027-winter', '2027-fall']].map(
      (term) => ({ term }),
    ),
    ...['2027-02-29', '2027-1-1', 'May', ['2027-01-01', '2027-01-02']].map((from) => ({ from })),
    ...['2100-02-29', '20270101'].map((to) => ({ to })),
    ...['5', '4.0', 'four', ['4', '8']].map((months) => ({ months })),
    ...['0', '6'].map((bedrooms) => ({ bedrooms })),
    ...['castle', 'House,castle', ['House', 'castle']].map((house_type) => ({ house_type })),
    ...['-1', 'cheap', '1e3', 'NaN', 'Infinity', ['1', '2']].map((max_price) => ({ max_price })),
    ...['-0.5', '5 dollars'].map((min_price) => ({ min_price })),
    ...['a\0', '\ud800', 'x'.repeat(201), ['a', 'b'], { a: 'b' }].map((q) => ({ q })),
    ...['a\0', 'x'.repeat(201), ['a', 'b']].map((cursor) => ({ cursor })),
    ...['0', '6', 'two', ['1', '2']].map((beds) => ({ beds })),
    ...['yes', '2', ['1', '1']].map((furnished) => ({ furnished })),
    ...['x'].map((pets) => ({ pets })),
    ...['condo', 'true'].map((type) => ({ type })),
    ...['x'.repeat(201), '\0'].map((location) => ({ location })),
  ])('reports the malformed parameter in %j', (query) => {
    const [name = ''] = Object.keys(query)
    const errors = queryErrors(rental, query)
    expect(Object.keys(errors)).toEqual([name])
    expect(errors[name]).toMatch(new RegExp(`^${name} `))
  })

  it('reports every malformed parameter', () => {
    expect(queryErrors(rental, { limit: '0', beds: '6', q: '\0' })).toEqual({
      limit: 'limit must be a whole number from 1 to 100',
      beds: 'beds must be one of: 1, 2, 3, 4, 5',
      q: "q contains a character we can't read",
    })
  })

  it('clamps price limits to a 32-bit number of cents', () => {
    const clamped = rental.parse({ max_price: '99999999999999' })
    expect(clamped.maxPriceCents).toBeGreaterThan(100_000_000)
    expect(clamped.maxPriceCents).toBeLessThan(2 ** 31)
    expect(rental.parse({ max_price: '0' }).maxPriceCents).toBe(0)
  })
})

describe('rental filters', () => {
  it('match an exact number of bedrooms', () => {
    expect(conditions(rental, { beds: '3' })).toEqual({
      beds: { kind: 'choice', field: 'num_beds', values: [3] },
    })
  })

  it('match amenities that contain a text', () => {
    expect(conditions(rental, { furnished: '1', pets: 'true' })).toEqual({
      furnished: { kind: 'contains', field: 'amenities', text: 'furnish' },
      pets: { kind: 'contains', field: 'amenities', text: 'pet' },
    })
    expect(conditions(rental, { furnished: '0', pets: 'false' })).toEqual({})
  })

  it('search the address', () => {
    expect(conditions(rental, { location: ' King St ' })).toEqual({
      location: { kind: 'search', field: 'address', text: 'King St' },
    })
  })

  it('distinguish sublets and leases', () => {
    expect(conditions(rental, { type: 'sublet' })).toEqual({
      type: { kind: 'choice', field: 'is_sublet', values: [true] },
    })
    expect(conditions(rental, { type: 'Lease' })).toEqual({
      type: { kind: 'choice', field: 'is_sublet', values: [false] },
    })
  })

  it('take several choices, with commas or repeated', () => {
    const several = {
      house_type: { kind: 'choice', field: 'house_type', values: ['Apartment', 'House'] },
    }
    expect(conditions(rental, { house_type: 'house, Apartment' })).toEqual(several)
    expect(conditions(rental, { house_type: ['House', 'apartment'] })).toEqual(several)
    expect(conditions(rental, { house_type: 'any' })).toEqual({})
    expect(conditions(rental, { house_type: ',' })).toEqual({})
    expect(conditions(rental, { house_type: 'house,Apartment,'.repeat(50) })).toEqual(several)
    const unknown = Array.from({ length: 300 }, (_, number) => `castle ${number}`).join()
    const { error } = listQuery.rental.safeParse({ house_type: unknown })
    // Each issue costs a message, so their number is limited.
    expect(error?.issues).toHaveLength(5)
  })

  it('count five or more bedrooms of the home as five', () => {
    const { bedrooms } = conditions(rental, { bedrooms: '5' })
    expect(bedrooms).toMatchObject({ field: 'bedrooms' })
    expect(bedrooms).toHaveProperty('values', expect.arrayContaining([5, 21]))
  })

  it('take a box that is ticked for a box that is ticked', () => {
    const laundry = { kind: 'choice', field: 'has_laundry', values: [true] }
    for (const given of ['1', 'true', 'on']) {
      expect(conditions(rental, { laundry: given })).toEqual({ laundry })
    }
    expect(conditions(rental, { laundry: '0', parking: '' })).toEqual({})
    expect(queryErrors(rental, { laundry: 'maybe' })).toEqual({ laundry: 'laundry must be 1 or 0' })
  })

  it('take a term, days and a length', () => {
    expect(
      conditions(rental, { term: '2027-Winter', from: '2027-01-01', to: '2027-01-01', months: 4 }),
    ).toEqual({
      term: { kind: 'term', id: '2027-winter', last: '2027-04-30' },
      from: { kind: 'from', day: '2027-01-01' },
      to: { kind: 'to', day: '2027-01-01' },
      months: { kind: 'months', months: 4 },
    })
  })

  it('name a term of the campus where there is none of this name', () => {
    changeCampus({ terms: [{ id: 'autumn', name: 'Autumn', firstDay: '09-05', lastDay: '12-20' }] })
    expect(queryErrors(rental, { term: '2027-winter' })).toEqual({
      term: 'term must be a year and a term, like 2027-autumn',
    })
  })

  it('take days at the ends of the calendar', () => {
    expect(conditions(rental, { from: '0000-01-01', to: '9999-12-31', term: '9999-fall' })).toEqual(
      {
        term: { kind: 'term', id: '9999-fall', last: '9999-12-31' },
        from: { kind: 'from', day: '0000-01-01' },
        to: { kind: 'to', day: '9999-12-31' },
      },
    )
  })

  it('do not end before they start', () => {
    expect(queryErrors(rental, { from: '2027-01-02', to: '2027-01-01' })).toEqual({
      to: 'to must not be before from',
    })
  })

  it('sort by the first day, which other categories have not', () => {
    expect(rental.parse({ order: 'soonest' }).order).toBe('soonest')
    expect(queryErrors(misc, { order: 'soonest' })).toEqual({
      order: 'order must be one of: new, price, -price',
    })
  })
})

describe('textbook filters', () => {
  it.each(['Health Sciences', 'Health Science', 'health sciences', ' HEALTH SCIENCE '])(
    'match both spellings of the faculty %j',
    (faculty) => {
      expect(conditions(textbook, { faculty })).toEqual({
        faculty: {
          kind: 'choice',
          field: 'faculty',
          values: ['Health Science', 'Health Sciences'],
        },
      })
    },
  )

  it('distinguish similar faculties', () => {
    expect(conditions(textbook, { faculty: 'science' })).toEqual({
      faculty: { kind: 'choice', field: 'faculty', values: ['Science'] },
    })
  })

  it('match a condition, a year and a course code', () => {
    expect(conditions(textbook, { condition: 'like new', year: '2', course: 'math-135' })).toEqual({
      condition: { kind: 'choice', field: 'condition', values: ['Like New'] },
      year: { kind: 'choice', field: 'year', values: [2] },
      course: { kind: 'code', field: 'course_codes', texts: ['MATH135'] },
    })
    expect(conditions(textbook, { course: 'Math 135' })).toEqual(
      conditions(textbook, { course: 'MATH135' }),
    )
  })

  it('are inactive for "Any"', () => {
    expect(conditions(textbook, { faculty: 'Any', condition: 'any' })).toEqual({})
  })

  it('reject unknown options', () => {
    expect(Object.keys(queryErrors(textbook, { faculty: 'Astrology', year: '5' }))).toEqual([
      'faculty',
      'year',
    ])
  })
})

describe('misc filter', () => {
  it('distinguishes selling and wanting', () => {
    expect(conditions(misc, { listing_type: 'wanting' })).toEqual({
      listing_type: { kind: 'choice', field: 'listing_type', values: ['Wanting'] },
    })
  })
})
