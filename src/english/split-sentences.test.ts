import { expect, it } from 'vitest'
import { maxLengths } from '#categories/limits.ts'
import { maxCharacters, quoteWords, splitSentences } from './split-sentences.ts'

const read = (text: string) => splitSentences(text).map(({ words }) => words.join(' '))

it.each([
  ['', []],
  ['One. Two! Three? Four; five…', ['one', 'two', 'three ?', 'four', 'five']],
  ['Costs $1,200.50 or 40$ for 3.5 rooms', ['costs $ or $ for # rooms']],
  ['Deposit: $0, really $0.00', ['deposit , $0 , really $0']],
  ["I'm, I’ll, don't, cant, we're", ['i am , i will , do not , can not , we are']],
  ["last month's rent", ['last months rent']],
  ['e-transfer (co-op) - cash/cheque & more', ['e transfer , co op , , cash or cheque and more']],
  ['Nice place.Call me', ['nice place , call me']],
  ['Ｗｉｒｅ\u200b tra\u00adnsfér', ['wire transfer']],
  ['wirе', ['wire']], // е is Cyrillic.
  ['😀 ∀ 字', ['字']],
  // Line breaks
  ['No pets\nNo smoking', ['no pets', 'no smoking']],
  ['pay by\nwire', ['pay by wire']],
  ['send a deposit\nbefore you see it', ['send a deposit before you see it']],
  ['pay by\n\nwire', ['pay by', 'wire']],
  ['pay by.\nwire', ['pay by', 'wire']],
  ['- no pets\r\n- by bus', [', no pets', ', by bus']],
])('splits %j', (text, sentences) => {
  expect(read(text)).toEqual(sentences)
})

it('keeps the sentences as they were written', () => {
  expect(splitSentences(' Pay BY\n  wire!  Then… ').map(({ text }) => text)).toEqual([
    'Pay BY\n  wire!',
    'Then…',
  ])
})

it.each([
  ['I don’t, so pay $1,200 now', 3, 6, ', so pay'],
  ['Do not pay by\n  Ｗｉｒｅ transfér!', 2, 5, 'pay by\n  Ｗｉｒｅ'],
  ["can't pay", 1, 3, "can't pay"],
])('quotes %j', (text, start, end, quote) => {
  const [sentence] = splitSentences(text)
  expect(sentence && quoteWords(sentence, { start, end })).toBe(quote)
})

it('reads all that can be written, and no more of what grows', () => {
  expect(maxLengths.title + maxLengths.description).toBeLessThan(maxCharacters)
  const lengthOf = (text: string) =>
    splitSentences(text)
      .flatMap(({ words }) => words)
      .join('').length
  expect(lengthOf('ﷺ'.repeat(5_000))).toBe(0)
  for (const text of ['㌖', '㌖ ', '㌖. ', 'ﷲ\n', 'a', 'a. ']) {
    expect(lengthOf(text.repeat(20_000))).toBeLessThanOrEqual(2 * maxCharacters)
  }
  expect(read(`${'ﷺ'.repeat(5_000)} pay by wire`)).toEqual(['pay by wire'])
})
