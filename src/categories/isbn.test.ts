import fc from 'fast-check'
import { asIsbn13 } from 'isbn3'
import { describe, expect, it } from 'vitest'
import { toIsbn13 } from './isbn.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })

/** The definition in the standard: the weighted sum of all digits is divisible by 10, or by 11. */
const isSum13 = (isbn: readonly number[]) =>
  isbn.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
const isSum10 = (isbn: readonly number[]) =>
  isbn.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11 === 0

/** Finds the one last digit that makes the ISBN valid by trying all digits. */
const complete = (start: readonly number[], isValid: (isbn: readonly number[]) => boolean) => {
  const last = Array.from({ length: 11 }, (_, digit) => digit).find((digit) =>
    isValid([...start, digit]),
  )
  if (last === undefined) throw new Error('no digit fits')
  return [...start, last]
}

const isbn13 = fc
  .tuple(fc.constantFrom([9, 7, 8], [9, 7, 9]), digits(9))
  .map(([prefix, rest]) => complete([...prefix, ...rest], isSum13))
const isbn10 = digits(9).map((start) => complete(start, isSum10))

const write = (isbn: readonly number[]) =>
  isbn.map((digit) => (digit === 10 ? 'X' : String(digit))).join('')

const withSeparators = (isbn: string) =>
  fc
    .array(fc.constantFrom('', '', '-', ' ', '\u2010', '\u2013', '\u00A0', '\u200E'), {
      minLength: isbn.length,
      maxLength: isbn.length,
    })
    .map((separators) => [...isbn].map((digit, index) => digit + separators[index]).join(''))

describe('an ISBN', () => {
  it.each([
    ['9781285741550', '9781285741550'],
    ['978-1-285-74155-0', '9781285741550'],
    ['1-285-74155-2', '9781285741550'],
    ['0-8044-2957-X', '9780804429573'],
    ['080442957x', '9780804429573'],
    ['978–0–306–40615–7', '9780306406157'],
    [' 978 0 306 40615 7 ', '9780306406157'],
    ['979-10-90636-07-1', '9791090636071'],
    ['ISBN 9781285741550', '9781285741550'],
    ['isbn: 1-285-74155-2', '9781285741550'],
    ['ISBN-13: 978-1-285-74155-0', '9781285741550'],
    [' ISBN-10 1285741552', '9781285741550'],
    ['ISBN 1305251806', '9781305251809'],
  ])('%j is %s', (text, isbn) => {
    expect(toIsbn13(text)).toBe(isbn)
  })

  it.each([
    ['another last digit', '9780306406158'],
    ['two digits swapped', '9780306460157'],
    ['one digit too few', '978030640615'],
    ['one too many', '97803064061577'],
    ['a prefix of no book', '9770306406157'],
    ['a check digit of 10 elsewhere than at the end', '08044X9573'],
    ['an X in 13 digits', '978030640615X'],
    ['letters', 'not an ISBN'],
    ['other digits', '٩٧٨٠٣٠٦٤٠٦١٥٧'],
    ['nothing', ''],
    ['hyphens only', '---'],
    ['a label only', 'ISBN-13:'],
  ])('is none with %s', (_, text) => {
    expect(toIsbn13(text)).toBeUndefined()
  })

  it('with 13 digits is taken as it is, however it is spaced', () => {
    const spelled = isbn13
      .map(write)
      .chain((isbn) => fc.tuple(fc.constant(isbn), withSeparators(isbn)))
    fc.assert(
      fc.property(spelled, ([isbn, text]) => {
        expect(toIsbn13(text)).toBe(isbn)
      }),
    )
  })

  it('with 10 digits has its own check digit and becomes one with 13', () => {
    const spelled = isbn10.chain((isbn) => fc.tuple(fc.constant(isbn), withSeparators(write(isbn))))
    fc.assert(
      fc.property(spelled, ([isbn, text]) => {
        const expected = write(complete([9, 7, 8, ...isbn.slice(0, 9)], isSum13))
        expect(toIsbn13(text)).toBe(expected)
        expect(toIsbn13(text.toLowerCase())).toBe(expected)
      }),
    )
  })

  const changed = (isbn: readonly number[], index: number, by: number) =>
    isbn.map((digit, at) => (at === index ? (digit + by) % 10 : digit))

  it('is none with any one digit changed', () => {
    const change = fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(isbn13, change, (isbn, [index, by]) => {
        expect(toIsbn13(write(changed(isbn, index, by)))).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(isbn10, change, (isbn, [index, by]) => {
        const other = changed(isbn, index % 9, by)
        expect(toIsbn13(write(other))).toBeUndefined()
      }),
    )
  })

  it('is none with two neighbours swapped, where the sum shows it', () => {
    const swap = (isbn: readonly number[], at: number) =>
      isbn.with(at, isbn[at + 1] ?? 0).with(at + 1, isbn[at] ?? 0)
    fc.assert(
      fc.property(isbn13, fc.nat(11), (isbn, at) => {
        const swapped = swap(isbn, at)
        const isUnseen = isSum13(swapped) && /^97[89]/.test(write(swapped))
        expect(toIsbn13(write(swapped))).toBe(isUnseen ? write(swapped) : undefined)
      }),
    )
    // Because 11 is prime, the check digit of a 10-digit ISBN catches every swap.
    fc.assert(
      fc.property(isbn10, fc.nat(8), (isbn, at) => {
        fc.pre(isbn[at] !== isbn[at + 1])
        expect(toIsbn13(write(swap(isbn, at)))).toBeUndefined()
      }),
    )
  })

  it('is what the library says, wherever it knows the publisher', () => {
    const any = fc.oneof(
      isbn13.map(write),
      isbn10.map(write),
      digits(10).map(write),
      digits(13).map(write),
    )
    let known = 0
    fc.assert(
      fc.property(any, (text) => {
        const expected = asIsbn13(text)
        if (expected === null) return
        known++
        expect(toIsbn13(text)).toBe(expected)
      }),
      { numRuns: 500 },
    )
    expect(known).toBeGreaterThan(50)
  })
})
