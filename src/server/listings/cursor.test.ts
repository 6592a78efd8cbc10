import { describe, expect, it } from 'vitest'
import { sortOrders } from '#contract/list-parameters.ts'
import { encodeCursor, parseCursor } from './cursor.ts'

describe('a cursor', () => {
  it.each(sortOrders.map(({ value }) => value))(
    'round-trips its position in the order %s',
    (order) => {
      const keys = { rank: 4_294_967_294, price_cents: 100_000_000, id: 4_294_967_295 }
      expect(parseCursor(order, encodeCursor(order, keys))).toEqual(
        order === 'new'
          ? { afterRank: keys.rank }
          : { after: { priceCents: keys.price_cents, id: keys.id } },
      )
    },
  )

  it('is rejected in another order', () => {
    const cursor = encodeCursor('price', { rank: 9, price_cents: 100, id: 7 })
    expect(() => parseCursor('-price', cursor)).toThrow('Please check: cursor.')
  })

  it.each([
    '',
    'abc',
    '%%%',
    '=',
    `${encodeCursor('new', { rank: 9, price_cents: 1, id: 2 })}=`,
    'a'.repeat(200),
  ])('is rejected when it is "%s"', (cursor) => {
    expect(() => parseCursor('new', cursor)).toThrow('Please check: cursor.')
  })

  it.each(['new 1 2 ', 'new 01 2', 'new -1 2', 'new 1 99999999999', 'old 1 2', 'new 1'])(
    'is rejected when it decodes to "%s"',
    (text) => {
      const cursor = Buffer.from(text).toString('base64url')
      expect(() => parseCursor('new', cursor)).toThrow('Please check: cursor.')
    },
  )
})
