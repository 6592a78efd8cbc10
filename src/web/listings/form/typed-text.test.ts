import { expect, it } from 'vitest'
import { cleanAmount, cleanCodes } from './typed-text.ts'

it.each([
  ['$55', '55'],
  ['$ 1,200.50', '1200.50'],
  [' 15.50 ', '15.50'],
  ['12.345', '12.345'],
  ['1,20', '1,20'],
  ['$cheap', '$cheap'],
  ['', ''],
])('writes the amount %j as %j', (typed, clean) => {
  expect(cleanAmount(typed)).toBe(clean)
})

it.each([
  ['math135, cs 246', 'MATH 135, CS 246'],
  ['cs246,,CS 246', 'CS 246'],
  ['', ''],
  ['{"a":1}', '{"a":1}'],
])('writes the codes %j as %j', (typed, clean) => {
  expect(cleanCodes(typed)).toBe(clean)
})
