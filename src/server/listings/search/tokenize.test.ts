import { describe, expect, it } from 'vitest'
import { tokenize, tokenizeWithCompounds } from './tokenize.ts'

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
