import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { describeDropped, parseFilters, withFilters, withoutFilters } from './list-filters.ts'
import { listParameterNames, listQuery } from './list-query.ts'

stayOnBuiltInCampus()

const { rental, textbook } = categoryById
const parse = (query: string, category: AnyCategory = rental) =>
  parseFilters(category, new URLSearchParams(query)).toString()

describe('parseFilters', () => {
  it('looks up no name that is no filter, because a URL may have thousands', () => {
    const parameters = new URLSearchParams('a=1&b=2&q=lamp')
    const getAll = vi.spyOn(parameters, 'getAll')
    expect(parseFilters(rental, parameters).toString()).toBe('q=lamp')
    expect(getAll.mock.calls).toEqual([['q']])
  })

  it('sorts parameters and drops unknown ones', () => {
    expect(parse('utm_source=x&q=desk&beds=3&fbclid=1')).toBe('beds=3&q=desk')
    expect(parse('beds=3&q=desk')).toBe(parse('q=desk&beds=3'))
  })

  it('drops invalid values', () => {
    expect(parse('beds=99&max_price=cheap&min_price=-4&order=odd&furnished=maybe&q=%00')).toBe('')
    expect(parse('type=castle&pets=0&location=+')).toBe('')
    expect(parse('max_price=1e3')).toBe('')
  })

  it('keeps valid values in canonical form', () => {
    expect(parse('max_price=0&pets=true&laundry=on&type=SUBLET&location=King+St')).toBe(
      'laundry=1&location=King+St&max_price=0&pets=1&type=sublet',
    )
  })

  it('resolves a choice from any text that matches it', () => {
    expect(parse('faculty=health+science', textbook)).toBe('faculty=Health+Sciences')
    expect(parse('faculty=Any', textbook)).toBe('')
  })

  it('takes several choices with commas or one by one, in the order of the panel', () => {
    const expected = 'house_type=Apartment%2CHouse'
    expect(parse('house_type=house,Apartment,castle')).toBe(expected)
    expect(parse('house_type=House&house_type=Apartment&house_type=House')).toBe(expected)
    expect(parse('condition=New', textbook)).toBe('condition=New')
    expect(parse('condition=Any', textbook)).toBe('')
  })

  it('drops choices that are not text, however they are written', () => {
    const nested = '['.repeat(7000) + ']'.repeat(7000)
    for (const odd of [
      '{"toString":1}',
      '[{"toString":1}]',
      '[null,1]',
      nested,
      '['.repeat(7000),
    ]) {
      expect(parse(`house_type=${odd}`)).toBe('')
    }
    expect(parse(`house_type=["House",${nested}]`)).toBe('house_type=House')
  })

  it('takes the first valid one of a parameter that takes one value and is given several', () => {
    expect(parse('bedrooms=1&bedrooms=2&q=desk&q=lamp')).toBe('bedrooms=1&q=desk')
    expect(parse('bedrooms=&bedrooms=99&bedrooms=2&pets=0&pets=1&max_price=x&max_price=800')).toBe(
      'bedrooms=2&max_price=800&pets=1',
    )
  })

  it('keeps terms, lengths and days that exist', () => {
    expect(parse('term=2027-WINTER&months=8&bedrooms=5&place=Whole')).toBe(
      'bedrooms=5&months=8&place=whole&term=2027-winter',
    )
    expect(parse('term=2027-autumn&months=5&bedrooms=6&place=tent')).toBe('')
    expect(parse('from=2028-02-29&to=2028-03-01')).toBe('from=2028-02-29&to=2028-03-01')
    expect(parse('from=2027-02-29&to=tomorrow')).toBe('')
  })

  it('drops a last day before the first', () => {
    expect(parse('from=2027-05-01&to=2027-04-30')).toBe('from=2027-05-01')
    expect(parse('from=2027-05-01&to=2027-05-01')).toBe('from=2027-05-01&to=2027-05-01')
    const { from, to } = rental.filters
    const renamed: AnyCategory = { ...rental, filters: { begin: from, end: to } }
    expect(parse('begin=2027-05-01&end=2027-04-30', renamed)).toBe('begin=2027-05-01')
  })

  it('reads a price as it is typed', () => {
    expect(parse('min_price=%24300&max_price=1,200.50')).toBe('max_price=1200.5&min_price=300')
  })

  it('leaves out the default order, and orders that the category does not have', () => {
    expect(parse('order=new')).toBe('')
    expect(parse('order=-price')).toBe('order=-price')
    expect(parse('order=soonest')).toBe('order=soonest')
    expect(parse('order=soonest', textbook)).toBe('')
  })

  it('drops text of which nothing can be seen', () => {
    expect(parse('q=%E2%80%8B&location=%C2%AD')).toBe('')
  })

  it('truncates text that is too long', () => {
    expect(parse(`q=${'a'.repeat(300)}`)).toBe(`q=${'a'.repeat(200)}`)
  })
})

describe('the list of the API accepts what parseFilters returns', () => {
  /** Texts that are almost values of a filter, and random ones. */
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 150, maxLength: 220 }),
    fc.stringMatching(/^[\d$,.eE+ -]{1,30}$/),
    fc.stringMatching(/^\$?(\d{1,30}|0\.0{5,8}\d)$/),
    fc.stringMatching(/^\d{4}-(winter|FALL|[a-z]{4})$/),
    fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/),
    fc.constantFrom('1', '0', 'on', '5', '12', 'New,Like New', '["House"]', 'any', 'Room', 'price'),
  )

  it.each(categories.map((category) => [category.id, category] as const))('%s', (id, category) => {
    const pair = fc.tuple(fc.constantFrom(...listParameterNames[id]), value)
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), (pairs) => {
        const filters = parseFilters(category, new URLSearchParams(pairs))
        const result = listQuery[id].safeParse(Object.fromEntries(filters))
        expect(result.error?.issues, filters.toString()).toBeUndefined()
        expect(parseFilters(category, filters).toString()).toBe(filters.toString())
      }),
      { numRuns: 2000 },
    )
  })
})

it('describeDropped says that a last day before the first is left out', () => {
  const { rental, misc } = categoryById
  const dropped = (query: string, category: AnyCategory = rental) =>
    describeDropped(category, new URLSearchParams(query))
  const days = 'from=2027-05-01&to=2027-04-30'
  expect(dropped(days)).toBe('“Until” is before “From”, so we left it out.')
  expect(dropped(days, misc)).toBeUndefined()
  expect(dropped('from=2027-05-01&to=2027-05-01')).toBeUndefined()
  expect(dropped('from=2027-05-01&to=2027-04-31')).toBeUndefined()
})

describe('withFilters and withoutFilters', () => {
  const before = new URLSearchParams('beds=3&cursor=abc&order=price&q=desk')

  it('return to the first page', () => {
    expect(withFilters(before, { q: 'lamp', beds: '' }).toString()).toBe('order=price&q=lamp')
  })

  it('keep the order when all filters are cleared', () => {
    expect(withoutFilters(before).toString()).toBe('order=price')
    expect(withoutFilters(new URLSearchParams('q=x')).toString()).toBe('')
  })
})
