import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseList } from './coercion.ts'

describe('parseList', () => {
  it.each([undefined, null, '', ' ', ',', [], '[]'])('returns no items for %j', (value) => {
    expect(parseList(value)).toEqual([])
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
