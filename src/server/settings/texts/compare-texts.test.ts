import { expect, it } from 'vitest'
import type { TextChange } from '#contract/site-texts.ts'
import { compareTexts } from './compare-texts.ts'
import { defaultTexts } from './default-texts.ts'

const marks = { same: ['', ''], added: ['[+', ']'], removed: ['[-', ']'] } as const

/** Writes changes with the added and removed words in brackets. */
const show = (changes: TextChange[]) =>
  changes.map(({ heading, lines }) => [
    heading,
    ...lines.map((line) => line.map(({ kind, text }) => marks[kind].join(text)).join('')),
  ])

it('marks the words that differ, below the heading that they belong to', () => {
  const before = '# Rules\n\nBe kind to all.\n\n## List\n\n- lamps\n- bikes\n\n## End\n\nBye.'
  const after = '# Rules\n\nBe very kind to all.\n\n## List\n\n- bikes\n- chairs\n\n## End\n\nBye.'
  expect(show(compareTexts(before, after))).toEqual([
    ['Rules', 'Be [+very ]kind to all.'],
    ['List', '[-• lamps]'],
    ['List', '[+• chairs]'],
  ])
})

it('shows a new part without the heading above it', () => {
  expect(show(compareTexts('## One\n\nA.', '## One\n\nA.\n\n## Two\n\nB.'))).toEqual([
    [null, '[+Two]', '[+B.]'],
  ])
})

it('shows two lines that have little in common as two lines', () => {
  expect(show(compareTexts('Call 911 first.', 'Nothing of the kind here'))).toEqual([
    [null, '[-Call 911 first.]', '[+Nothing of the kind here]'],
  ])
})

it('pairs as many lines as there are on both sides', () => {
  expect(show(compareTexts('one two three\n\nleft', 'one two four'))).toEqual([
    [null, 'one two [-three][+four]', '[-left]'],
  ])
})

it('finds nothing if only the formatting or the name of a heading differs', () => {
  expect(compareTexts('## Hi {#report}\n\n*a* b', 'Hi\n\na **b**')).toEqual([])
  expect(compareTexts(defaultTexts.rules, defaultTexts.rules)).toEqual([])
})

it('shows a new address of a link', () => {
  expect(show(compareTexts('[Write](/a) to us', '[Write](/b) to us'))).toEqual([
    [null, 'Write (/[-a][+b]) to us'],
  ])
})

it('limits how many lines are compared word by word, because requests wait for it', () => {
  const text = (word: string) =>
    Array.from({ length: 100 }, (_, line) => `${line} x ${`${word} x `.repeat(20)}`).join('\n\n')
  const [change] = compareTexts(text('a'), text('b'))
  const compared = change?.lines.filter((line) => line.length > 1) ?? []
  expect(compared.length).toBeGreaterThan(10)
  expect(compared.length).toBeLessThan(30)
  expect(change?.lines).toHaveLength(compared.length + 2 * (100 - compared.length))
})

it('shows texts that differ everywhere as they are, whatever their length', () => {
  const lines = (word: string) => Array.from({ length: 400 }, (_, n) => `${word}${n}`).join('\n\n')
  const [change, ...rest] = compareTexts(lines('a'), lines('b'))
  expect(rest).toEqual([])
  expect(change?.lines).toHaveLength(800)
})
