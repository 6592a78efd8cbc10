import { describe, expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { toTsQuery } from './search-postgres.ts'
import { toFtsMatch } from './search-sqlite.ts'
import { buildSearchText, searchTextVersion, toSearchTerms } from './search-text.ts'

const { rental, textbook } = categoryById

describe('buildSearchText', () => {
  it('holds the words of searchable fields and a term for each filter', () => {
    const text = buildSearchText(rental, {
      title: 'Sunny room',
      description: 'A room.',
      address: '12 King St',
      num_beds: 3,
      is_sublet: false,
      amenities: ['Fully furnished', 'Gym'],
      house_type: 'House',
    })
    expect(text.split(' ')).toEqual([
      'rental/sunny',
      'rental/room',
      'rental/a',
      'rental/num_beds=3',
      'rental/is_sublet=false',
      'rental/amenities~furnish',
      'rental/address:12',
      'rental/address:king',
      'rental/address:st',
    ])
  })

  it('holds no term for an empty value', () => {
    const values = { book_title: '!', author: '', course_code: null, faculty: 'Arts & Science' }
    expect(buildSearchText(textbook, values)).toBe('textbook/faculty=arts%20%26%20science')
  })

  it('normalises codes as their filter does', () => {
    expect(buildSearchText(textbook, { course_code: 'cs-246 e' })).toContain('course_code=cs246e')
    const [term] = toSearchTerms(textbook, '', [
      { kind: 'code', field: 'course_code', text: 'CS246E' },
    ])
    expect(term).toEqual({ anyOf: ['textbook/course_code=cs246e'], isPrefix: false })
  })
})

it('builds another text from the same listing only with another version', () => {
  const common = { label: '', placeholder: '' }
  const category: AnyCategory = {
    ...textbook,
    search: { fields: ['words'], placeholder: '' },
    filters: {
      a: { kind: 'search', field: 'words', ...common },
      b: { kind: 'code', field: 'code', ...common },
      c: { kind: 'choice', field: 'choice', label: '', options: [] },
      d: { kind: 'contains', field: 'list', label: '', text: 'Pet friend' },
    },
  }
  const text = buildSearchText(category, {
    words: 'Ångström’s CS246, 東京 ß Wolfeschlegelsteinhausen',
    code: 'cs-246 é',
    choice: 'Arts & Science',
    list: ['pet friendly'],
  })
  const words = ['angstrom', 's', 'cs', '246', '東', '京', 'ss', 'wolfeschlegelste']
  const terms = ['code=cs246é', 'choice=arts%20%26%20science', 'list~pet%20friend']
  expect({ searchTextVersion, terms: text.split(' ') }).toEqual({
    searchTextVersion: 1,
    terms: [...words, ...words.map((word) => `words:${word}`), ...terms].map(
      (term) => `textbook/${term}`,
    ),
  })
})

describe('toSearchTerms', () => {
  it('gives no terms for text without words', () => {
    expect(
      toSearchTerms(rental, ' "*" ', [{ kind: 'search', field: 'address', text: '—' }]),
    ).toEqual([])
  })

  it('drops words that are prefixes of another', () => {
    const terms = toSearchTerms(rental, 'ap apartment a').flatMap(({ anyOf }) => anyOf)
    expect(terms).toEqual(['rental/apartment'])
  })

  it('compiles to the query syntax of each engine', () => {
    const terms = toSearchTerms(textbook, 'Calculus', [
      { kind: 'choice', field: 'faculty', values: ['Math', 'Science'] },
    ])
    expect(toFtsMatch(terms)).toBe(
      '("textbook/calculus" *) AND ("textbook/faculty=math" OR "textbook/faculty=science")',
    )
    expect(toTsQuery(terms)).toBe(
      "('textbook/calculus':*) & ('textbook/faculty=math' | 'textbook/faculty=science')",
    )
  })
})
