import { describe, expect, it } from 'vitest'
import { wordsOf } from './search-words.ts'

describe('the words of a text', () => {
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
  ])('leave out %s', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('are the same however a course code is spaced', () => {
    expect(wordsOf('CS246')).toEqual(wordsOf('cs 246'))
    expect(wordsOf('MATH135')).toEqual(['math', '135'])
  })

  it('are single characters in scripts that write no spaces', () => {
    expect(wordsOf('数学book')).toEqual(['数', '学', 'book'])
  })

  it('count as far as the sixteenth character, never half of one', () => {
    expect(wordsOf('x'.repeat(40))).toEqual(['x'.repeat(16)])
    expect(wordsOf('𐐨'.repeat(40))).toEqual(['𐐨'.repeat(16)])
  })
})
