import { expect, it } from 'vitest'
import { charactersLeft, firstMessageError, messageError } from './message-length.ts'

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
