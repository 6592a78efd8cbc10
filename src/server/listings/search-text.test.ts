import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { queryOf } from './search-postgres.ts'
import { matchOf } from './search-sqlite.ts'
import { searchTextOf, wantedBy } from './search-text.ts'

const { rental, textbook } = categoryById

describe('the search text of a listing', () => {
  it('holds the words that search reads and what its filters ask', () => {
    const text = searchTextOf(rental, {
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

  it('holds nothing for what is empty', () => {
    const values = { book_title: '!', author: '', course_code: null, faculty: 'Arts & Science' }
    expect(searchTextOf(textbook, values)).toBe('textbook/faculty=arts%20%26%20science')
  })

  it('writes a code as its filter asks for it', () => {
    expect(searchTextOf(textbook, { course_code: 'cs-246 e' })).toContain('course_code=cs246e')
    const [wanted] = wantedBy(textbook, '', [{ how: 'code', field: 'course_code', text: 'CS246E' }])
    expect(wanted).toEqual({ terms: ['textbook/course_code=cs246e'], begins: false })
  })
})

describe('what is wanted', () => {
  it('is nothing when the text has no words', () => {
    expect(wantedBy(rental, ' "*" ', [{ how: 'words', field: 'address', text: '—' }])).toEqual([])
  })

  it('leaves out words that begin another', () => {
    const terms = wantedBy(rental, 'ap apartment a').flatMap((wanted) => wanted.terms)
    expect(terms).toEqual(['rental/apartment'])
  })

  it('is put into the words of each engine', () => {
    const wanted = wantedBy(textbook, 'Calculus', [
      { how: 'one-of', field: 'faculty', values: ['Math', 'Science'] },
    ])
    expect(matchOf(wanted)).toBe(
      '("textbook/calculus" *) AND ("textbook/faculty=math" OR "textbook/faculty=science")',
    )
    expect(queryOf(wanted)).toBe(
      "('textbook/calculus':*) & ('textbook/faculty=math' | 'textbook/faculty=science')",
    )
  })
})
