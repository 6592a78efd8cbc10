import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { coerceMoney, maxParsedLength, parseList } from './coercion.ts'

stayOnBuiltInCampus()

describe('parseList', () => {
  it.each([undefined, null, '', ' ', ',', [], '[]'])('returns no items for %j', (value) => {
    expect(parseList(value)).toEqual([])
  })

  it('has at most 400, whatever is given', () => {
    const numbers = Array.from({ length: 1000 }, (_, number) => String(number))
    for (const given of [numbers, numbers.join(), JSON.stringify(numbers)]) {
      expect(parseList(given)).toEqual(numbers.slice(0, 400))
    }
  })

  it('parses text that only looks like JSON as a comma-separated list', () => {
    expect(parseList('[a.jpg,b.jpg')).toEqual(['[a.jpg', 'b.jpg'])
  })

  it('returns the items of an array and of its JSON', () => {
    const item = fc.string({ minLength: 1 }).map((text) => `/${text}`)
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(parseList(items)).toEqual(items)
        expect(parseList(JSON.stringify(items))).toEqual(items)
      }),
    )
  })
})

describe('coerceMoney', () => {
  it.each([
    ['$55', 55],
    ['$ 55', 55],
    ['55$', 55],
    ['55 $', 55],
    ['CA$55', 55],
    ['c$ 1,055', 1055],
    [' $55.50 ', 55.5],
    ['1,200', 1200],
    ['$1,200.50', 1200.5],
    ['1,000,000', 1_000_000],
    ['12.345', 12.345],
    [55, 55],
    ['', null],
    ['$', null],
  ])('reads %j as %j', (given, dollars) => {
    expect(coerceMoney(given)).toBe(dollars)
  })

  it.each([
    '1,20',
    '1,2000',
    ',200',
    '0,500',
    '12,345,6',
    '1.200,50',
    '$$5',
    '$5$',
    '-$5',
    '1 200',
    '1,200.5,5',
    'free',
  ])('does not guess what %j means', (given) => {
    expect(coerceMoney(given)).toBeTypeOf('string')
  })

  it('reads no text that is too long for a price, and any number of spaces around one', () => {
    const zeros = '0'.repeat(maxParsedLength)
    expect(coerceMoney(`${zeros}5`.slice(1))).toBe(5)
    expect(coerceMoney(`${zeros}5`)).toBe(`${zeros}5`)
    expect(coerceMoney(`${' '.repeat(1_000)}$5${' '.repeat(1_000)}`)).toBe(5)
  })
})
