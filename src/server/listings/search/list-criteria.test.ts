import { describe, expect, it } from 'vitest'
import type { SortOrder } from '#contract/list-parameters.ts'
import { encodeCursor, minutesKey, parseCursor, type SortPosition } from './list-criteria.ts'

const positions: [SortOrder, SortPosition][] = [
  ['new', { key: 4_294_967_294, id: 0 }],
  ['price', { key: 100_000_000, id: 4_294_967_295 }],
  ['-price', { key: 0, id: 1 }],
  ['soonest', { key: '0027-01-09', id: 4_294_967_295 }],
  ['near-waterloo', { key: minutesKey({ step: 15, rank: 4_294_967_294 }), id: 0 }],
]

describe('a cursor', () => {
  it.each(positions)('round-trips its position in the order %s', (order, position) => {
    expect(parseCursor(order, encodeCursor(order, position))).toEqual(position)
  })

  it('is rejected in another order', () => {
    const cursor = encodeCursor('price', { key: 100, id: 7 })
    expect(() => parseCursor('-price', cursor)).toThrow('Please check: cursor.')
    expect(() => parseCursor('soonest', cursor)).toThrow('Please check: cursor.')
  })

  it.each(['', 'abc', '%%%', '=', `${encodeCursor('new', { key: 9, id: 2 })}=`, 'a'.repeat(200)])(
    'is rejected when it is "%s"',
    (cursor) => {
      expect(() => parseCursor('new', cursor)).toThrow('Please check: cursor.')
    },
  )

  it.each<[SortOrder, string]>([
    ['new', 'new 0 2 '],
    ['new', 'new 0 02'],
    ['new', 'new 1 2'],
    ['new', 'new 0 -2'],
    ['new', 'new 0 99999999999'],
    ['new', 'old 0 2'],
    ['new', 'new 0'],
    ['price', 'price 01 2'],
    ['price', 'price 1.5 2'],
    ['soonest', 'soonest 2027-01-01 2'],
    ['soonest', 'soonest 2027011 2'],
    ['near-waterloo', 'near-waterloo 015 2'],
    ['near-waterloo', 'near-laurier 15 2'],
  ])('in the order %s is rejected when it decodes to "%s"', (order, text) => {
    const cursor = Buffer.from(text).toString('base64url')
    expect(() => parseCursor(order, cursor)).toThrow('Please check: cursor.')
  })
})
