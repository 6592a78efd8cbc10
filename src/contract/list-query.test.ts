import { describe, expect, it } from 'vitest'
import { fieldErrors } from './errors.ts'
import { listQuery } from './list-query.ts'

const { rental, textbook, misc } = listQuery

function queryErrors(schema: typeof rental, query: unknown) {
  const { error } = schema.safeParse(query)
  return error ? fieldErrors(error) : {}
}

const conditions = (schema: typeof rental, query: unknown) => schema.parse(query).conditions

describe('list query', () => {
  it('defaults to the newest 24', () => {
    const defaults = { limit: 24, order: 'new', conditions: [] }
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
      conditions: [],
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
    ...['-1', 'cheap', '1e3', 'NaN', 'Infinity', ['1', '2']].map((max_price) => ({ max_price })),
    ...['-0.5', '$5'].map((min_price) => ({ min_price })),
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
      q: 'q contains a character that is not text',
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
    expect(conditions(rental, { beds: '3' })).toEqual([
      { kind: 'choice', field: 'num_beds', values: [3] },
    ])
  })

  it('match amenities that contain a text', () => {
    expect(conditions(rental, { furnished: '1', pets: 'true' })).toEqual([
      { kind: 'contains', field: 'amenities', text: 'furnish' },
      { kind: 'contains', field: 'amenities', text: 'pet' },
    ])
    expect(conditions(rental, { furnished: '0', pets: 'false' })).toEqual([])
  })

  it('search the address', () => {
    expect(conditions(rental, { location: ' King St ' })).toEqual([
      { kind: 'search', field: 'address', text: 'King St' },
    ])
  })

  it('distinguish sublets and leases', () => {
    expect(conditions(rental, { type: 'sublet' })).toEqual([
      { kind: 'choice', field: 'is_sublet', values: [true] },
    ])
    expect(conditions(rental, { type: 'Lease' })).toEqual([
      { kind: 'choice', field: 'is_sublet', values: [false] },
    ])
  })
})

describe('textbook filters', () => {
  it.each(['Health Sciences', 'Health Science', 'health sciences', ' HEALTH SCIENCE '])(
    'match both spellings of the faculty %j',
    (faculty) => {
      expect(conditions(textbook, { faculty })).toEqual([
        { kind: 'choice', field: 'faculty', values: ['Health Science', 'Health Sciences'] },
      ])
    },
  )

  it('distinguish similar faculties', () => {
    expect(conditions(textbook, { faculty: 'science' })).toEqual([
      { kind: 'choice', field: 'faculty', values: ['Science'] },
    ])
  })

  it('match a condition, a year and a course code', () => {
    expect(conditions(textbook, { condition: 'like new', year: '2', course: 'math-135' })).toEqual([
      { kind: 'choice', field: 'condition', values: ['Like New'] },
      { kind: 'choice', field: 'year', values: [2] },
      { kind: 'code', field: 'course_code', text: 'MATH135' },
    ])
    expect(conditions(textbook, { course: 'Math 135' })).toEqual(
      conditions(textbook, { course: 'MATH135' }),
    )
  })

  it('are inactive for "Any"', () => {
    expect(conditions(textbook, { faculty: 'Any', condition: 'any' })).toEqual([])
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
    expect(conditions(misc, { listing_type: 'wanting' })).toEqual([
      { kind: 'choice', field: 'listing_type', values: ['Wanting'] },
    ])
  })
})
