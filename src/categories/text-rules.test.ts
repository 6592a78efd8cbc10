import { describe, expect, it } from 'vitest'
import { hasBidiControl, isBlank, oneLine } from './text-rules.ts'

describe('blank text', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \t\n\u00A0\u2003\u2028\u3000\uFEFF'],
    ['a zero-width space', '\u200B'],
    ['a word joiner', '\u2060'],
    ['a soft hyphen', '\u00AD'],
    ['Hangul fillers', '\u115F\u1160\u3164\uFFA0'],
    ['a Braille blank', '\u2800'],
    ['a musical null note head', '\u{1D159}'],
    ['annotation characters', '\uFFF9\uFFFA\uFFFB'],
    ['an object replacement character', '\uFFFC'],
    ['tags and variation selectors', '\u{E0041}\u{E0100}\uFE0F'],
    ['direction marks', '\u200E\u200F\u061C\u202E\u2066'],
    ['control characters', '\u0007\u0085'],
    ['marks on nothing', '\u0301\u20DD'],
    ['all of them', ' \u200B\u2800\u3164 '],
  ])('is %s', (_, text) => {
    expect(isBlank(text)).toBe(true)
  })

  it.each(['a', '\u200Ba', '.', '—', '漢', 'ㅤ字', '😀', '👨‍👩‍👧', '⠁', 'e\u0301', '\u{E000}'])(
    'is not %j',
    (text) => {
      expect(isBlank(text)).toBe(false)
    },
  )
})

describe('bidirectional controls', () => {
  it('are embeddings, overrides and isolates', () => {
    for (const character of '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069') {
      expect(hasBidiControl(`a${character}b`)).toBe(true)
    }
  })

  it('are neither letters of any direction nor direction marks', () => {
    expect(hasBidiControl('Calculus \u05D0\u05D1 \u0627\u0644 \u200F')).toBe(false)
  })
})

describe('one line', () => {
  it.each([
    ['line breaks', ' a\r\nb\u2028c\u2029d\u0085e\vf\tg\u00a0 ', 'a b c d e f g'],
    ['control characters', 'a\u001bb\u009fc', 'a b c'],
    ['embeddings and overrides', 'a\u202eb\u202ac\u202c', 'abc'],
    ['isolates without an end, or without a beginning', 'a\u2069b\u2067c\u2068d', 'abcd'],
    ['what is inside of isolates', '\u2068a\u202eb\u2069', 'ab'],
  ])('has none of %s', (_, text, expected) => {
    expect(oneLine(text)).toBe(expected)
  })

  it('keeps whole isolates, as labels of searches have them', () => {
    expect(oneLine('Rentals: \u2068“\u05d0”\u2069,\nup to $5')).toBe(
      'Rentals: \u2068“\u05d0”\u2069, up to $5',
    )
  })
})
