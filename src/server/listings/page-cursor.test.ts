import { describe, expect, it } from 'vitest'
import { orders } from '#contract/list-parameters.ts'
import { readCursor, toCursor } from './page-cursor.ts'

describe('a cursor', () => {
  it.each(orders.map(({ value }) => value))('brings back its position in the order %s', (order) => {
    const position = { priceCents: 100_000_000, id: 4_294_967_295 }
    expect(readCursor(order, toCursor(order, position))).toEqual(position)
  })

  it('is refused in another order', () => {
    const cursor = toCursor('price', { priceCents: 100, id: 7 })
    expect(() => readCursor('-price', cursor)).toThrow('Please check: cursor.')
  })

  it.each([
    '',
    'abc',
    '%%%',
    '=',
    `${toCursor('new', { priceCents: 1, id: 2 })}=`,
    'a'.repeat(200),
  ])('is refused when it is "%s"', (cursor) => {
    expect(() => readCursor('new', cursor)).toThrow('Please check: cursor.')
  })

  it.each(['new 1 2 ', 'new 01 2', 'new -1 2', 'new 1 99999999999', 'old 1 2', 'new 1'])(
    'is refused when it says "%s"',
    (text) => {
      const cursor = Buffer.from(text).toString('base64url')
      expect(() => readCursor('new', cursor)).toThrow('Please check: cursor.')
    },
  )
})
