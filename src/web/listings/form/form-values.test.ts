import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { toFormValues } from './form-values.ts'

const { rental, textbook } = categoryById

it('has an ISBN with the hyphens that are known', () => {
  const isbn = '9781285741550'
  const isbn_hyphenated = '978-1-285-74155-0'
  expect(toFormValues(textbook, { isbn, isbn_hyphenated }).isbn).toBe(isbn_hyphenated)
  expect(toFormValues(textbook, { isbn, isbn_hyphenated: null }).isbn).toBe(isbn)
  expect(toFormValues(textbook, {}).isbn).toBe('')
})

it('keeps open what a listing does not say', () => {
  const saved = { has_laundry: true, has_cooking: false, has_parking: null, is_sublet: null }
  expect(toFormValues(rental, saved)).toMatchObject({
    has_laundry: 'true',
    has_cooking: 'false',
    has_parking: '',
    is_sublet: '',
  })
  expect(toFormValues(rental, {})).toMatchObject({ has_parking: '', is_sublet: false })
})
