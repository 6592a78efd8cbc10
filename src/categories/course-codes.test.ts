import { describe, expect, it } from 'vitest'
import { normalizeCourseCode, parseCourseCodes } from './course-codes.ts'

describe('a code', () => {
  it.each([
    ['math135', 'MATH 135'],
    ['MATH-135', 'MATH 135'],
    [' Math  135 ', 'MATH 135'],
    ['cs 241e', 'CS 241E'],
    ['cs241e', 'CS 241E'],
    ['kp 353\n', 'KP 353'],
    ['édu12', 'ÉDU 12'],
    ['msci 121/131', 'MSCI 121/131'],
    ['intro', 'INTRO'],
    ['135', '135'],
  ])('%j reads %j', (given, code) => {
    expect(normalizeCourseCode(given)).toBe(code)
    expect(normalizeCourseCode(code)).toBe(code)
  })
})

describe('a list of codes', () => {
  it.each([
    [
      ['math135', 'MATH 137'],
      ['MATH 135', 'MATH 137'],
    ],
    ['math135, math-137,', ['MATH 135', 'MATH 137']],
    ['["math135"]', ['MATH 135']],
    ['chem 123;phys121', ['CHEM 123', 'PHYS 121']],
    ['math 135\r\nmath 137\n', ['MATH 135', 'MATH 137']],
    [
      ['math135, cs136', ''],
      ['MATH 135', 'CS 136'],
    ],
    [['math135', 'MATH 135', 'Math-135'], ['MATH 135']],
    ['', []],
    [null, []],
    [undefined, []],
  ])('of %j is %j', (given, codes) => {
    expect(parseCourseCodes(given)).toEqual(codes)
  })

  it('has at most 400, whatever is given', () => {
    const numbers = Array.from({ length: 1000 }, (_, number) => String(number))
    for (const given of [numbers, numbers.join(), numbers.join(';'), [numbers.join('\n')]]) {
      expect(parseCourseCodes(given)).toEqual(numbers.slice(0, 400))
    }
  })

  it('leaves what is no text to the validation', () => {
    expect(parseCourseCodes([5, ['a'], null])).toEqual([5, ['a'], null])
    expect(parseCourseCodes({})).toEqual([{}])
  })
})
