import { expect, it } from 'vitest'
import { formatToken, generateSecret, generateSelector, parseToken } from './session-token.ts'

it('parses what formatToken returns', () => {
  const token = { selector: generateSelector(), secret: generateSecret() }
  expect(parseToken(formatToken(token))).toEqual(token)
})

it.each([
  undefined,
  '',
  '.',
  'abc',
  'a.b',
  `${generateSelector()}.`,
  `${generateSelector()}.${generateSecret()}x`,
])('returns null for %s', (cookie) => {
  expect(parseToken(cookie)).toBeNull()
})
