import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { Filter } from '#categories/filter-kinds.ts'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { canonicalQuery } from './canonical-query.ts'
import { searchLabel } from './search-label.ts'

stayOnBuiltInCampus()

const { rental, textbook, misc } = categoryById
const canonical = (query: string, category: AnyCategory = rental) => canonicalQuery(category, query)
const label = (query: string, category: AnyCategory = rental) => searchLabel(category, query)

describe('a canonical query', () => {
  it('is the same text for the same search', () => {
    const query = 'house_type=Apartment%2CHouse&max_price=800&q=near+campus'
    for (const same of [
      query,
      `?${query}`,
      'q=near+campus&max_price=800&house_type=Apartment,House',
      'q=%20near%20%20campus%0A&max_price=%24800.00&house_type=house&house_type=apartment',
      `${query}&order=-price&cursor=abc&limit=7&utm_source=x&min_price=0&pets=0&type=any&location=`,
      'q=near%C2%A0campus&max_price=800&house_type=House,Apartment,House',
    ]) {
      expect(canonical(same)).toBe(query)
    }
  })

  it('leaves out limits that every listing keeps', () => {
    expect(canonical('min_price=0&max_price=1000000')).toBe('')
    expect(canonical('max_price=99999999')).toBe('')
    expect(canonical('min_price=1&max_price=0')).toBe('max_price=0&min_price=1')
  })

  it('leaves out what is not valid any more', () => {
    expect(canonical('q=a&faculty=Alchemy&condition=New,Eaten&gone=1', textbook)).toBe(
      'condition=New&q=a',
    )
    expect(canonical('from=2027-05-01&to=2027-04-30')).toBe('from=2027-05-01')
    expect(canonical('%00=%00&q=%00&=&&%')).toBe('')
  })
})

describe('the label of a search', () => {
  it('says in words what it looks for', () => {
    expect(label('')).toBe('All rentals')
    expect(label('q=lester&term=2027-winter&max_price=800')).toBe(
      'Rentals: “lester”, Winter 2027, up to $800',
    )
    expect(label('from=2027-01-04&to=2027-04-30&months=4&type=sublet&place=room')).toBe(
      'Rentals: from Jan 4, 2027, until Apr 30, 2027, 4 months, Sublet, Room',
    )
    expect(label('near=laurier-10')).toBe('Rentals: Under 10 min walk to Laurier')
    expect(label('near=laurier-10-bus')).toBe('Rentals: Under 10 min by bus or on foot to Laurier')
    expect(label('near=guelph-10')).toBe('All rentals')
    expect(label('bedrooms=5&house_type=House,Apartment&pets=1&laundry=1&location=King')).toBe(
      'Rentals: 5 or more bedrooms, Apartment, House, Pet friendly, Laundry, Location: King',
    )
    expect(label('condition=New&year=2&course=math+135&faculty=health+science', textbook)).toBe(
      'Textbooks: Health Sciences, New, Year 2, Course code: math 135',
    )
    expect(label('listing_type=wanting&category=Tickets&min_price=5', misc)).toMatch(
      /: Wanting, Tickets, from \$5$/,
    )
  })

  /** Returns a valid value for a filter of this kind. */
  function sampleValue(filter: Filter): string {
    switch (filter.kind) {
      case 'choice':
      case 'choices':
        return filter.options[0]?.value ?? ''
      case 'contains':
      case 'checked':
        return '1'
      case 'search':
      case 'code':
        return 'sample'
      case 'near':
        return 'waterloo-15'
      case 'term':
        return '2027-winter'
      case 'from':
      case 'to':
        return '2027-01-31'
      case 'months':
        return String(filter.options[0])
    }
  }

  const everyFilter = categories.flatMap((category) => {
    const { filters }: CategoryDefinition = category
    return [
      ...Object.entries(filters).map(([name, filter]) => [name, sampleValue(filter)] as const),
      ...(['q', 'min_price', 'max_price'] as const).map((name) => [name, '7'] as const),
    ].map(([name, value]) => ({ category, path: category.path, name, value }))
  })

  it.each(everyFilter)('has words for $name of $path', ({ category, name, value }) => {
    const text = searchLabel(category, new URLSearchParams({ [name]: value }).toString())
    expect(text).toMatch(new RegExp(`^${category.labels.menu}: \\S`))
    expect(text).not.toMatch(/undefined|null|NaN/)
    expect(text).toMatch(/\p{L}|“7”|\$7/u)
  })

  it('says that words are searched for as typed', () => {
    expect(label('q=lester&exact=1')).toBe('Rentals: exactly “lester”')
    expect(label('q=lester')).toBe('Rentals: “lester”')
  })

  it('is on one line, and long texts are clipped', () => {
    expect(label('q=a%0Ab%09c%07d')).toBe('Rentals: “a b c d”')
    const long = label(`q=${'💡'.repeat(100)}`)
    expect(long).toBe(`Rentals: “${'💡'.repeat(50)}…”`)
    expect(long.isWellFormed()).toBe(true)
  })

  it('of many filters says the first, and how many more there are', () => {
    const types = rental.filters.house_type.options.map(({ value }) => value).join()
    const text = label(
      `q=lester&house_type=${types}&furnished=1&pets=1&laundry=1&kitchen=1&parking=1&utilities=1&max_price=900`,
    )
    expect(text).toMatch(/^Rentals: “lester”, .* and \d+ more$/)
    expect(text.length).toBeLessThan(160)
  })

  it('holds no control that reorders what is around it, and isolates what runs from right to left', () => {
    expect(label('q=%E2%80%AEevil%E2%80%AC&location=%E2%81%A7x')).toBe(
      'Rentals: “evil”, Location: x',
    )
    expect(label('q=%D7%A9%D7%9C%D7%95%D7%9D&months=4')).toBe(
      'Rentals: \u2068“שלום”\u2069, 4 months',
    )
  })

  it('can be made of any text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...categories),
        fc.string({ unit: 'binary' }),
        (category, text) => {
          for (const query of [text, `q=${encodeURIComponent(text.toWellFormed())}`]) {
            expect(searchLabel(category, query)).toMatch(/^(All [\p{L} ]+|[\p{L} ]+: [^\n]+)$/u)
          }
        },
      ),
    )
  })
})
