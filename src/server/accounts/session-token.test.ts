import { expect, it } from 'vitest'
import { formatToken, newSecret, newSelector, parseToken } from './session-token.ts'

it('reads back what it wrote', () => {
  const token = { selector: newSelector(), secret: newSecret() }
  expect(parseToken(formatToken(token))).toEqual(token)
})

it.each([
  undefined,
  '',
  '.',
  'abc',
  'a.b',
  `${newSelector()}.`,
  `${newSelector()}.${newSecret()}x`,
])('takes %s for no token at all', (cookie) => {
  expect(parseToken(cookie)).toBeNull()
})
