import { expect, it } from 'vitest'
import { hyphenateIsbns } from './hyphenate-isbns.ts'

it.each([
  ['9781285741550', '978-1-285-74155-0'],
  ['9791090636071', '979-10-90636-07-1'],
  // A range that no publisher has yet.
  ['9789999999991', '9789999999991'],
  [null, null],
  [undefined, null],
])('%s is shown as %s', (isbn, isbn_hyphenated) => {
  expect(hyphenateIsbns({ category: 'textbook', details: { isbn } })).toEqual({ isbn_hyphenated })
})

it('adds nothing to a category without an ISBN', () => {
  const details = { isbn: '9781285741550' }
  expect(hyphenateIsbns({ category: 'misc', details })).toEqual({})
})
