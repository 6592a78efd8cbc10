import { describe, expect, it } from 'vitest'
import { fieldErrors } from './errors.ts'
import { listQuery } from './list-query.ts'

const { rental, textbook, misc } = listQuery

function errorsOf(schema: typeof rental, query: unknown) {
  const { error } = schema.safeParse(query)
  return error ? fieldErrors(error) : {}
}

const conditions = (schema: typeof rental, query: unknown) => schema.parse(query).conditions

describe('a list query', () => {
  it('asks for the newest 24 where it asks for nothing', () => {
    const nothing = { limit: 24, order: 'new', conditions: [] }
    expect(rental.parse({})).toEqual(nothing)
    expect(
      rental.parse({ limit: '', order: ' ', q: '', cursor: '', max_price: '', beds: '', pets: '' }),
    ).toEqual(nothing)
  })

  it('reads what every category knows', () => {
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

  it('ignores what nobody knows', () => {
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
  ])('names the malformed parameter in %j', (query) => {
    const [name = ''] = Object.keys(query)
    const errors = errorsOf(rental, query)
    expect(Object.keys(errors)).toEqual([name])
    expect(errors[name]).toMatch(new RegExp(`^${name} `))
  })

  it('names every malformed parameter', () => {
    expect(errorsOf(rental, { limit: '0', beds: '6', q: '\0' })).toEqual({
      limit: 'limit must be a whole number from 1 to 100',
      beds: 'beds must be one of: 1, 2, 3, 4, 5',
      q: 'q contains a character that is not text',
    })
  })

  it('takes any limit of price, however high', () => {
    const most = rental.parse({ max_price: '99999999999999' })
    expect(most.maxPriceCents).toBeGreaterThan(100_000_000)
    expect(most.maxPriceCents).toBeLessThan(2 ** 31)
    expect(rental.parse({ max_price: '0' }).maxPriceCents).toBe(0)
  })
})

describe('the filters of rentals', () => {
  it('ask exactly for a number of bedrooms', () => {
    expect(conditions(rental, { beds: '3' })).toEqual([
      { how: 'one-of', field: 'num_beds', values: [3] },
    ])
  })

  it('ask for amenities that mention something', () => {
    expect(conditions(rental, { furnished: '1', pets: 'true' })).toEqual([
      { how: 'mention', field: 'amenities', text: 'furnish' },
      { how: 'mention', field: 'amenities', text: 'pet' },
    ])
    expect(conditions(rental, { furnished: '0', pets: 'false' })).toEqual([])
  })

  it('ask for words of the address', () => {
    expect(conditions(rental, { location: ' King St ' })).toEqual([
      { how: 'words', field: 'address', text: 'King St' },
    ])
  })

  it('tell sublets from leases', () => {
    expect(conditions(rental, { type: 'sublet' })).toEqual([
      { how: 'one-of', field: 'is_sublet', values: [true] },
    ])
    expect(conditions(rental, { type: 'Lease' })).toEqual([
      { how: 'one-of', field: 'is_sublet', values: [false] },
    ])
  })
})

describe('the filters of textbooks', () => {
  it.each(['Health Sciences', 'Health Science', 'health sciences', ' HEALTH SCIENCE '])(
    'find both spellings of a faculty by %j',
    (faculty) => {
      expect(conditions(textbook, { faculty })).toEqual([
        { how: 'one-of', field: 'faculty', values: ['Health Science', 'Health Sciences'] },
      ])
    },
  )

  it('keep similar faculties apart', () => {
    expect(conditions(textbook, { faculty: 'science' })).toEqual([
      { how: 'one-of', field: 'faculty', values: ['Science'] },
    ])
  })

  it('find a condition, a year and a course', () => {
    expect(conditions(textbook, { condition: 'like new', year: '2', course: 'math-135' })).toEqual([
      { how: 'one-of', field: 'condition', values: ['Like New'] },
      { how: 'one-of', field: 'year', values: [2] },
      { how: 'code', field: 'course_code', text: 'MATH135' },
    ])
    expect(conditions(textbook, { course: 'Math 135' })).toEqual(
      conditions(textbook, { course: 'MATH135' }),
    )
  })

  it('ask nothing for "Any"', () => {
    expect(conditions(textbook, { faculty: 'Any', condition: 'any' })).toEqual([])
  })

  it('refuse what is no option', () => {
    expect(Object.keys(errorsOf(textbook, { faculty: 'Astrology', year: '5' }))).toEqual([
      'faculty',
      'year',
    ])
  })
})

describe('the filter of misc items', () => {
  it('tells selling from wanting', () => {
    expect(conditions(misc, { listing_type: 'wanting' })).toEqual([
      { how: 'one-of', field: 'listing_type', values: ['Wanting'] },
    ])
  })
})
