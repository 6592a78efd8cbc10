import { expect, it } from 'vitest'
import {
  blankError,
  charactersLeft,
  firstMessageError,
  insertChip,
  messageError,
} from './message-field.tsx'

/** Creates a text area like a browser's. One | in the text is the caret; two mark the ends of the selection. */
function areaOf(text: string) {
  const start = text.indexOf('|')
  const area = {
    value: text.replaceAll('|', ''),
    selectionStart: start,
    selectionEnd: Math.max(start, text.indexOf('|', start + 1) - 1),
    setRangeText(inserted: string, from = 0, to = 0) {
      area.value = area.value.slice(0, from) + inserted + area.value.slice(to)
      area.setSelectionRange(from + inserted.length, from + inserted.length)
    },
    setSelectionRange(from: number | null, to: number | null) {
      area.selectionStart = from ?? 0
      area.selectionEnd = to ?? 0
    },
  }
  return area
}

function insert(text: string, chip: string) {
  const area = areaOf(text)
  insertChip(area, chip)
  const { value, selectionStart: start, selectionEnd: end } = area
  const selection = start === end ? '|' : `|${value.slice(start, end)}|`
  return value.slice(0, start) + selection + value.slice(end)
}

it.each([
  ['|', 'Hi there.|'],
  ['Good day|', 'Good day Hi there.|'],
  ['Good day |', 'Good day Hi there.|'],
  ['A|B', 'A Hi there. |B'],
  ['One\n|', 'One\nHi there.|'],
  ['Say |this| now', 'Say Hi there.| now'],
])('puts a text at the caret: %j', (before, after) => {
  expect(insert(before, 'Hi there.')).toBe(after)
})

it('selects what is to be filled in', () => {
  expect(insert('Good day|', 'I can meet at the SLC on …')).toBe(
    'Good day I can meet at the SLC on |…|',
  )
})

it('keeps a blank that is still to be filled in, and adds a line', () => {
  const meet = 'Hi. I can meet at the SLC on |…|'
  expect(insert(meet, 'When could I see it?')).toBe(`${meet}\nWhen could I see it?`)
})

it('refuses the blank of a chip, and no other dots', () => {
  const chips = ['Is it new?', 'I can meet at the SLC on …']
  expect(blankError('Hi! I can meet at the SLC on … Bye', chips)).toBe('Fill in the day first')
  expect(blankError('I can meet at the SLC on Friday…', chips)).toBeUndefined()
  expect(blankError('Well… Is it new?', chips)).toBeUndefined()
})

const emoji = (count: number) => '🎉'.repeat(count)

it.each([
  ['Hi', undefined],
  [emoji(1799), undefined],
  [emoji(1800), '200 characters left'],
  [` ${emoji(1999)}\n`, '1 character left'],
  [emoji(2000), '0 characters left'],
  [emoji(3200), '1,200 too many'],
])('counts code points near the end: %#', (text, left) => {
  expect(charactersLeft(text)).toBe(left)
})

it('says what the server would say', () => {
  expect(messageError(' \n\u200b')).toBe('Write a message first')
  expect(messageError(emoji(2000))).toBeUndefined()
  expect(messageError(emoji(2001))).toBe('Must be at most 2,000 characters')
})

it('asks for a few words more in a first message', () => {
  expect(firstMessageError(' ')).toBe('Write a message first')
  expect(firstMessageError(`${emoji(9)} `)).toBe('Write at least 10 characters')
  expect(firstMessageError(`Hi${'\u200b'.repeat(8)}`)).toBe('Write at least 10 characters')
  expect(firstMessageError(emoji(10))).toBeUndefined()
  expect(firstMessageError(emoji(2001))).toBe('Must be at most 2,000 characters')
})
