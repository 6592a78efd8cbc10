import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nudgeRules } from '#regions/ca-on/nudges.ts'
import { wordRules } from '#regions/ca-on/phrases.ts'
import { sellerFraud } from '#regions/ca-on/seller-fraud.ts'
import type { Gap } from '#regions/phrase-rules.ts'
import { createFinder, findPhrase } from './find-phrase.ts'
import { splitSentences } from './split-sentences.ts'

const says = (text: string, ...phrases: Parameters<typeof createFinder>[0]['phrases'][number][]) =>
  splitSentences(text).some(({ words }) => findPhrase(words, createFinder({ phrases })))

describe('a phrase', () => {
  const phrase = [
    'pay|send money',
    { upTo: 2, not: 'that' },
    'by|via',
    '|a',
    { upTo: 1, of: 'fast' },
    'wire',
  ]

  it.each([
    ['pay by wire', true],
    ['Send money now via a wire', true],
    ['pay me today by fast wire', true],
    ['send by wire', false],
    ['pay me this very day by wire', false],
    ['pay me, by wire', false],
    ['pay not by wire', false],
    ['pay by slow wire', false],
    ['pay by', false],
    ['pay that by wire', false],
  ])('in %j: %s', (text, isSaid) => {
    expect(says(text, phrase)).toBe(isSaid)
  })
})

it('ends at the end of the sentence if it says so', () => {
  const phrase = ['pay', 'first .|first ,']
  expect(says('pay first', phrase)).toBe(true)
  expect(says('Please pay first. Thanks', phrase)).toBe(true)
  expect(says('pay first, then', phrase)).toBe(true)
  expect(says('pay first and last', phrase)).toBe(false)
})

describe('what is denied', () => {
  it.each([
    ['no wire', false],
    ['we do not need any kind of wire', false],
    ["don't send a wire", false],
    ['no pets, cats or wire', false],
    ['wire is not accepted', false],
    ['wire: none', false],
    ['wire will never be asked for', false],
    ['no pets, wire', true],
    ['it is not far, so wire', true],
    ['no rush please wire', true],
    ['do not hesitate to wire', true],
    ['I am not there and you wire', true],
    ['no viewings until you wire', true],
    ['I can not come I ask for a wire', true],
    ['no we need a wire', true],
    ['nothing we need is a wire', false],
    ['I do not think we need a wire', false],
    ['I never ask that you send a wire', false],
    ['I can not ask you for a wire', false],
    ['there is no such thing as a wire', false],
    ['I can not come as my friend sends the wire', true],
    ['I can not come while there is a wire', true],
    ['a wire does not work', false],
    ['wire, no cash', true],
    ['wire, not cash', true],
  ])('in %j: %s', (text, isSaid) => {
    expect(says(text, ['wire'])).toBe(isSaid)
  })

  it.each([
    ['beware of a wire', false],
    ['if anyone asks for a wire, report it', false],
    ['a wire is a scam', false],
    ['it is not a scam, wire it', true],
    ['ask anyone about the wire', true],
    ['many scams, so send a wire', true],
    ['so many scams, never a wire', false],
    ['no cash wire', true],
  ])('is also what is warned of: %j: %s', (text, isSaid) => {
    expect(says(text, ['wire'])).toBe(isSaid)
  })
})

it.each([
  ['is it by wire?', false],
  ['Hi there, how do I wire?', false],
  ['can I use a wire?', false],
  ['is it free? Send a wire', true],
  ['is it by wire', true],
  ['can you wire?', true],
  ['are you able to wire?', true],
  ['do wire, ok?', true],
])('what is only asked is not said: %j: %s', (text, isSaid) => {
  expect(says(text, ['wire'])).toBe(isSaid)
})

it('is harmless where another phrase overlaps it', () => {
  const finder = createFinder({ phrases: [['gift', 'card']], unless: [['gift card', 'for sale']] })
  const isSaid = (text: string) =>
    findPhrase(splitSentences(text)[0]?.words ?? [], finder) !== undefined
  expect(isSaid('a gift card for sale')).toBe(false)
  expect(isSaid('a gift card for you')).toBe(true)
  expect(isSaid('one gift card for sale, one gift card for me')).toBe(true)
})

describe('the time that it takes', () => {
  const rules = [...wordRules, ...sellerFraud.rules, ...nudgeRules.flatMap(({ causes }) => causes)]
  const finders = rules.map(createFinder)

  /** Counts how often all rules together look at a word. */
  function countSteps(words: readonly string[]): number {
    let steps = 0
    const counted = new Proxy(words, {
      get(target, key, receiver) {
        if (key !== 'length') steps++
        return Reflect.get(target, key, receiver)
      },
    })
    for (const finder of finders) findPhrase(counted, finder)
    return steps
  }

  const first = (part: string | Gap) =>
    (typeof part === 'string' ? part : (part.of ?? 'x')).split('|').slice(0, 1)
  /** The beginnings of phrases, to be repeated many times. */
  const hostile = rules.flatMap(({ phrases }) =>
    phrases.map((phrase) => phrase.slice(0, -1).flatMap(first).join(' ').split(' ')),
  )

  it('grows with the number of words, whatever they are', () => {
    const random = fc.sample(fc.array(fc.constantFrom(...hostile.flat(), ',', 'no')), 20)
    for (const pattern of [...hostile, ...random]) {
      // The negation prevents a match, so that the search reads all of the text.
      const stepsOf = (times: number) =>
        countSteps(Array.from({ length: times }, () => ['no', ...pattern]).flat())
      const steps = stepsOf(30)
      expect(steps, pattern.join(' ')).toBeLessThan(2.2 * stepsOf(15))
      expect(steps / (30 * (pattern.length + 1)), pattern.join(' ')).toBeLessThan(maxStepsPerWord)
    }
  })

  it('stays small for a text without words or without spaces', () => {
    for (const part of [
      '.',
      '. ',
      '$',
      '$1,',
      "a'",
      "'",
      '\n',
      'no,',
      'i am ',
      '\u200b',
      'ﷺ',
      '-–—',
    ]) {
      const stepsOf = (characters: number) =>
        splitSentences(part.repeat(characters / part.length))
          .map(({ words }) => countSteps(words))
          .reduce((sum, steps) => sum + steps, 0)
      const steps = stepsOf(10_000)
      expect(steps, part).toBeLessThanOrEqual(2.2 * stepsOf(5_000))
      expect(steps / 10_000, part).toBeLessThan(maxStepsPerWord)
    }
  })
})

/** The limit for all rules together. Most of them look at a word once. */
const maxStepsPerWord = 500
