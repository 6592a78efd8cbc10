import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { findPhrases, splitPhrases, tokenize, tokenizeWithCompounds } from './search-terms.ts'

describe('tokenizeWithCompounds', () => {
  it('adds words that hyphens join', () => {
    const words = ['wi', 'fi', 'and', 'co', 'op', 'wifi', 'coop']
    expect(tokenizeWithCompounds('Wi-Fi and co‑op')).toEqual(words)
    expect(tokenizeWithCompounds('Pré-Med')).toEqual(['pre', 'med', 'premed'])
  })

  it('finds each of several compounds, and none beside two hyphens', () => {
    expect(tokenizeWithCompounds('-a-b--c-d-')).toEqual(['a', 'b', 'c', 'd', 'ab', 'cd'])
    expect(tokenizeWithCompounds('co-op-ed x--y')).toEqual(['co', 'op', 'ed', 'x', 'y', 'cooped'])
  })

  it('leaves dashes between words and numbers alone', () => {
    for (const text of ['a - b', '2-bedroom', 'CS-246', 'x-']) {
      expect(tokenizeWithCompounds(text)).toEqual(tokenize(text))
    }
  })
})

describe('tokenize', () => {
  it.each([
    ['case', 'BIKE Bike bike', ['bike']],
    ['accents', 'Crème BRÛLÉE café naïve', ['creme', 'brulee', 'cafe', 'naive']],
    ['accents typed apart', 'cafe\u0301', ['cafe']],
    ['letters of their own', 'Straße Øre Łódź Þór', ['strasse', 'ore', 'lodz', 'thor']],
    ['a Turkish dotted capital', 'İstanbul', ['istanbul']],
    ['a Greek ending', 'ΟΔΟΣ οδός', ['οδοσ']],
    ['compatibility forms', 'ﬁne ＣＳ ㎏ Ⅳ', ['fine', 'cs', 'kg', 'iv']],
    [
      'punctuation',
      'queen-size, "desk"; (new!) it\'s',
      ['queen', 'size', 'desk', 'new', 'it', 's'],
    ],
    [
      'syntax of search engines',
      'a* b:c ^d "AND" NEAR(e) -f & | !',
      ['a', 'b', 'c', 'd', 'and', 'near', 'e', 'f'],
    ],
    ['a lone quote', '"', []],
    ['emoji', '🚲bike🚲 👩‍🎓', ['bike']],
    ['digits', '12 Monkeys 2nd', ['12', 'monkeys', '2', 'nd']],
    ['nothing', '  \n\t ', []],
  ])('normalises %s', (_, text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  it('gives the same tokens however a course code is spaced', () => {
    expect(tokenize('CS246')).toEqual(tokenize('cs 246'))
    expect(tokenize('MATH135')).toEqual(['math', '135'])
  })

  it('gives single characters in scripts without spaces', () => {
    expect(tokenize('数学book')).toEqual(['数', '学', 'book'])
  })

  it('truncates words to sixteen code points', () => {
    expect(tokenize('x'.repeat(40))).toEqual(['x'.repeat(16)])
    expect(tokenize('𐐨'.repeat(40))).toEqual(['𐐨'.repeat(16)])
  })
})

const { rental, misc } = categoryById
const searched = (q: string) => splitPhrases(rental, q).phrases.map(({ value }) => value)
const titled = (title: string) => findPhrases(rental, title).map(({ value }) => value)

it.each([
  '2 bedroom',
  '2 Bedrooms',
  '2-bedroom',
  '2‑bedroom',
  '2br',
  '2 BR',
  'two bedroom',
  'Two-Bedrooms',
  '02 beds',
  'new: 2 bdrm, bright',
  '(2 bed)',
  '2 bds',
  '2 Bedrm',
  '2+ bedroom',
  '2 - bedroom',
  '２ bedroom',
])('understands %j', (text) => {
  expect(searched(text)).toEqual([2])
  expect(titled(text)).toEqual([2])
})

it.each(['2 bedr', 'sublet two-bedroo', '2bdr'])('understands %j while it is typed', (q) => {
  expect(searched(q)).toEqual([2])
  expect(titled(q)).toEqual([])
})

it.each([
  '2 bathrooms, bedroom',
  'from May 1. Bedrooms are large',
  'from May 1, bedrooms are large',
  'from May 1\nBedrooms are large',
  '2.5 bedrooms',
  '2 bedr sublet',
  '2 be',
  'B2 bedroom',
  '200 bedroom',
  '2 bedside tables',
  'bedroom 2',
  'anyone bed',
])('finds no number of bedrooms in %j', (text) => {
  expect(searched(text)).toEqual([])
  expect(titled(text)).toEqual([])
})

it.each([
  'Private room in a 2 bedroom apartment',
  'ROOMS, 2 bedroom house',
  'Roommate for a 2-bedroom',
])('does not take %j for a place with two bedrooms', (title) => {
  expect(titled(title)).toEqual([])
  expect(searched(title)).toEqual([2])
})

it('leaves the rest of the text', () => {
  expect(splitPhrases(rental, 'sunny 2 bedroom sublet').rest).toBe('sunny   sublet')
  const text = '3 bed frames'
  expect(splitPhrases(misc, text)).toEqual({ phrases: [], rest: text })
})
