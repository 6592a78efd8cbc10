import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { countEdits } from './correct-words.ts'
import { keysOf } from './search-words.ts'
import { findAlternatives, replaceCounts, synonymsOf } from './synonyms.ts'
import { understand } from './understand.ts'
import { readPlace } from './understand-places.ts'

stayOnBuiltInCampus()

const today = '2026-11-18'
const { rental, textbook, misc } = categoryById

const read = (category: Parameters<typeof understand>[0], q: string) => {
  const { rest, parts } = understand(category, q, today)
  return [rest, Object.assign({}, ...parts.map(({ filters }) => filters))]
}

describe('words of a search become filters', () => {
  it.each([
    ['winter sublet under 900', '', { term: '2027-winter', max_price: '900', type: 'sublet' }],
    ['max 900', '', { max_price: '900' }],
    ['$900', '', { max_price: '900' }],
    ['sublet 900 max', '', { max_price: '900', type: 'sublet' }],
    ['subleases', '', { type: 'sublet' }],
    ['8 month lease takeover', 'takeover', { months: '8' }],
    ['1,200 Maximum a month', '', { max_price: '1200' }],
    ['900/month or less', '', { max_price: '900' }],
    ['$15 max', '', { max_price: '15' }],
    ['Room UP TO $1,200 a month', 'Room', { max_price: '1200' }],
    ['500-900', '', { min_price: '500', max_price: '900' }],
    ['between $500 and $900', '', { min_price: '500', max_price: '900' }],
    ['at least 700', '', { min_price: '700' }],
    ['furnished 2 bed near campus', '', { furnished: '1', own_bedrooms: '2', near: 'any-15' }],
    ['near UW', '', { near: 'waterloo-15' }],
    ['UW', '', { near: 'waterloo-15' }],
    ['sublet wlu', '', { near: 'laurier-15', type: 'sublet' }],
    ['near University of Waterloo', '', { near: 'waterloo-15' }],
    ['close to laurier university', '', { near: 'laurier-15' }],
    ['near university', '', { near: 'any-15' }],
    ['near Wilfrid Laurier University', '', { near: 'laurier-15' }],
    ['somewhere to live for winter', '', { term: '2027-winter' }],
    ['a place to stay in spring', '', { term: '2027-spring' }],
    ['somewhere to sleep in winter under 900', '', { term: '2027-winter', max_price: '900' }],
    ['place to crash in spring', '', { term: '2027-spring' }],
    ['place to crash under 900', 'place crash', { max_price: '900' }],
    ['ready to move in winter', 'ready move', { term: '2027-winter' }],
    ['where can i live', '', {}],
    ['living near laurier', '', { near: 'laurier-15' }],
    ['summer living under 900', '', { term: '2027-spring', max_price: '900' }],
    ['living room for winter', 'living room', { term: '2027-winter' }],
    ['live music', 'live music', {}],
    ['stay', 'stay', {}],
    ['under 1.2k', '', { max_price: '1200' }],
    ['$1k-1.5k', '', { min_price: '1000', max_price: '1500' }],
    ['10 min walk to laurier', '', { near: 'laurier-10' }],
    ['Jan to Apr', '', { from: '2027-01-01', to: '2027-04-30' }],
    ['sep - dec 2027', '', { from: '2027-09-01', to: '2027-12-31' }],
    ['until april', '', { to: '2027-04-30' }],
    ['from may', '', { from: '2027-05-01' }],
    ['fall 2026', '', { term: '2026-fall' }],
    ['fall', '', { term: '2027-fall' }],
    ['summer', '', { term: '2027-spring' }],
    ['8 months', '', { months: '8' }],
    ['8 month lease', '', { months: '8' }],
    ['W27 sublet', '', { term: '2027-winter', type: 'sublet' }],
    ["F'26", '', { term: '2026-fall' }],
    ['available december', '', { from: '2026-12-01' }],
    ['under $49.99', '', { max_price: '49.99' }],
    ['free stuff', 'stuff', { max_price: '0' }],
    ['1b1b', '', { own_bedrooms: '1' }],
  ])('%s', (q, rest, filters) => {
    expect(read(rental, q)).toEqual([rest, filters])
  })

  it.each([
    'spring st',
    'June Ave',
    '10 August Street',
    '108-250 King St N',
    'X27',
    'free parking',
    'you may like it',
    '2026-2027',
    'max 2027',
    '2027 max',
    'iphone 15 max',
    '20 gb',
    'max 5km',
    'max 2kids',
    'waterloo',
    'uwaterloos',
    '9 bedrooms and 2 bedrooms',
    'hundred',
    '🚲',
  ])('%s stays as it is', (q) => {
    expect(understand(rental, q, today).parts).toEqual([])
  })

  it.each(['STAT 230-231', 'MATH 135 and 136', 'MATH 137 max'])('%s are courses', (q) => {
    expect(understand(textbook, q, today).parts).toEqual([])
  })

  it('reads a number before "max" that is too short for a course', () => {
    expect(read(textbook, 'notes 40 max')).toEqual(['notes', { max_price: '40' }])
  })

  it('takes the first words for a filter', () => {
    expect(read(rental, 'under 900 under 800')).toEqual(['under 800', { max_price: '900' }])
  })

  it('names a category, and drops words that say nothing', () => {
    expect(understand(textbook, 'textbooks', today)).toEqual({
      rest: '',
      parts: [],
      namesCategory: true,
    })
    expect(understand(textbook, 'a book for the calculus', today).rest).toBe('calculus')
    expect(understand(rental, 'houses', today)).toMatchObject({
      rest: 'houses',
      namesCategory: false,
    })
    expect(understand(misc, 'the', today).rest).toBe('the')
    expect(understand(misc, ') or (', today).rest).toBe('or')
  })

  it('uses the currency and the terms of the campus', () => {
    changeCampus({
      currency: { code: 'EUR', symbol: '€' },
      terms: [{ id: 'trinity', name: 'Trinity', firstDay: '04-20', lastDay: '06-15' }],
    })
    expect(read(rental, 'trinity under €900')).toEqual([
      '',
      { term: '2027-trinity', max_price: '900' },
    ])
    expect(read(rental, '900 euros')).toEqual(['', { max_price: '900' }])
    expect(read(rental, '$900')).toEqual(['$900', {}])
    expect(read(rental, 'winter')).toEqual(['winter', {}])
  })
})

describe('words that mean the same', () => {
  it('include those of the campus', () => {
    expect(synonymsOf('uw')).toContain('waterloo')
    changeCampus({ synonyms: ['Kitchener, KW', 'living room, lounge'] })
    expect(synonymsOf('kw')).toEqual(['kitchener'])
    expect(findAlternatives(['big', 'lounge', 'orgo'])).toEqual([
      { typed: ['lounge'], instead: ['living', 'room'] },
      { typed: ['orgo'], instead: ['organic', 'chemistry'] },
    ])
    // "KW" is no place of the campus.
    expect(read(rental, 'kw')).toEqual(['kw', {}])
    expect(replaceCounts(rental, 'Lounge, 1b1b')).toBe('Lounge, 1 bedroom')
    expect(replaceCounts(textbook, 'ECE 1B, 1b1b')).toBe('ECE 1B, 1b1b')
  })
})

describe('kinds of a thing', () => {
  it('are found by its name, and do not find each other', () => {
    expect(synonymsOf('laptops')).toEqual(['macbook', 'chromebook'])
    expect(synonymsOf('macbook')).toEqual([])
    expect(synonymsOf('headphones')).toEqual(expect.arrayContaining(['earbuds', 'earphones']))
    expect(synonymsOf('earphones')).toEqual(['headphones'])
    expect(synonymsOf('earbuds')).toEqual([])
  })
})

describe('typing errors', () => {
  it.each([
    ['calclus', 'calculus', 1],
    ['dsek', 'desk', 1],
    ['desk', 'desk', 0],
    ['matress', 'mattress', 1],
    ['refridgerator', 'refrigerator', 1],
    ['bike', 'bicycle', 100],
  ])('%s and %s', (typed, word, edits) => {
    expect(countEdits(typed, word, 2)).toBe(edits)
    const shared = keysOf(typed).filter((key) => keysOf(word).includes(key))
    expect(shared.length > 0).toBe(edits < 100)
  })

  it('are counted as in a table of all letters', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(text, text, fc.constantFrom(1, 2), (a, b, limit) => {
        const edits = countEditsByTable(a, b)
        expect(countEdits(a, b, limit)).toBe(edits > limit ? 100 : edits)
      }),
    )
  })
})

/** Fills the table of the distances between all beginnings of two words. */
function countEditsByTable(a: string, b: string): number {
  const table: number[][] = []
  const at = (row: number, column: number) => table[row]?.[column] ?? 100
  for (let row = 0; row <= a.length; row++) {
    table[row] = []
    for (let column = 0; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      ;(table[row] as number[])[column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
              at(row - 1, column - 1) + (isSame ? 0 : 1),
              isSwap ? at(row - 2, column - 2) + 1 : 100,
            )
    }
  }
  return at(a.length, b.length)
}

describe('the bare name of a place', () => {
  it.each([
    ['laurier', 'laurier', '', 'laurier-15'],
    ['Waterloo', 'Waterloo', '', 'waterloo-15'],
    ['university waterloo', 'university waterloo', '', 'waterloo-15'],
    ['Wilfrid Laurier University', 'Wilfrid Laurier University', '', 'laurier-15'],
    ['sublet laurier campus', 'laurier campus', 'sublet', 'laurier-15'],
  ])('%s means near it', (q, text, rest, near) => {
    expect(readPlace(rental, q)).toEqual({ part: { text, filters: { near } }, rest })
  })

  it.each(['waterloo st', '12 waterloo', 'lauriers', 'desk'])('%s is none', (q) => {
    expect(readPlace(rental, q)).toBeUndefined()
  })

  it('means nothing in a category without minutes', () => {
    expect(readPlace(misc, 'laurier')).toBeUndefined()
  })
})
