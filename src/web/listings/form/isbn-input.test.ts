import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { emptyValues } from './form-values.ts'
import { blanksToFill } from './isbn-input.tsx'

const { textbook } = categoryById

it('fills what is empty and known, and keeps what was typed', () => {
  const typed = { ...emptyValues(textbook), book_title: 'Calc', author: ' ' }
  const known = { book_title: 'Calculus', author: 'Stewart', edition: null, price: 40 }
  expect(blanksToFill(textbook, typed, known)).toEqual([['author', 'Stewart']])
})

it('fills choices and codes as the form has them', () => {
  const known = { course_codes: ['MATH 135', 'MATH 137'], faculty: 'Math', year: 2 }
  expect(blanksToFill(textbook, emptyValues(textbook), known)).toEqual([
    ['course_codes', 'MATH 135, MATH 137'],
    ['faculty', 'Math'],
    ['year', '2'],
  ])
  const blank = { course_codes: [], faculty: 'Alchemy', year: null }
  expect(blanksToFill(textbook, emptyValues(textbook), blank)).toEqual([])
})
