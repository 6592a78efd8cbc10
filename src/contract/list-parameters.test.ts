import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { canonicalParameters } from './list-parameters.ts'

const { rental, misc } = categoryById

describe('the canonical parameters', () => {
  it('are sorted', () => {
    expect(canonicalParameters(rental, 'q=desk&beds=2&order=price')).toBe(
      'beds=2&order=price&q=desk',
    )
  })

  it('leave out what nobody knows', () => {
    expect(canonicalParameters(misc, '?fbclid=1&utm_source=x&beds=2&q=a')).toBe('q=a')
  })

  it('leave out what says nothing', () => {
    expect(canonicalParameters(rental, 'q=&beds=%20&limit=24&order=new')).toBe('')
    expect(canonicalParameters(rental, 'limit=10&q=%20a%20')).toBe('limit=10&q=a')
  })

  it('keep a repeated parameter apart from a single one', () => {
    expect(canonicalParameters(rental, 'q=a&q=b')).toBe('q=a&q=b')
  })

  it('are their own canonical form', () => {
    const name = fc.constantFrom('q', 'beds', 'limit', 'order', 'fbclid')
    const given = fc.array(fc.tuple(name, fc.oneof(fc.string(), fc.constant('new'))))
    fc.assert(
      fc.property(given, (pairs) => {
        const once = canonicalParameters(rental, new URLSearchParams(pairs))
        expect(canonicalParameters(rental, once)).toBe(once)
      }),
    )
  })
})
