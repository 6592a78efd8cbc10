import { expect, it } from 'vitest'
import { textbookPriceGroups } from './price-groups.ts'

it('copies of one book are compared, whatever their courses', () => {
  expect(textbookPriceGroups({ isbn: '9780306406157', course_codes: ['MATH 135'] })).toEqual([
    { id: 'textbook isbn 9780306406157', label: 'copies of this book' },
  ])
})

it('books without an ISBN are compared with those for their courses, in their order', () => {
  expect(textbookPriceGroups({ isbn: null, course_codes: ['MATH 135', 'CS 115'] })).toEqual([
    { id: 'textbook course MATH 135', label: 'books for MATH 135' },
    { id: 'textbook course CS 115', label: 'books for CS 115' },
  ])
  expect(textbookPriceGroups({ isbn: null, course_codes: [] })).toEqual([])
  expect(textbookPriceGroups({})).toEqual([])
})
