import { describe, expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { clearFilters, parseFilters, withFilters } from './filters.ts'

const { rental, textbook } = categoryById
const parse = (query: string, category: AnyCategory = rental) =>
  parseFilters(category, new URLSearchParams(query)).toString()

describe('parseFilters', () => {
  it('sorts parameters and drops unknown ones', () => {
    expect(parse('utm_source=x&q=desk&beds=3&fbclid=1')).toBe('beds=3&q=desk')
    expect(parse('beds=3&q=desk')).toBe(parse('q=desk&beds=3'))
  })

  it('drops invalid values', () => {
    expect(parse('beds=99&max_price=cheap&min_price=-4&order=odd&furnished=maybe&q=%00')).toBe('')
    expect(parse('type=castle&pets=0&location=+')).toBe('')
    expect(parse('max_price=1e3')).toBe('')
  })

  it('keeps valid values in canonical form', () => {
    expect(parse('max_price=0&pets=true&type=SUBLET&location=King+St')).toBe(
      'location=King+St&max_price=0&pets=1&type=sublet',
    )
  })

  it('resolves a choice from any text that matches it', () => {
    expect(parse('faculty=health+science', textbook)).toBe('faculty=Health+Sciences')
    expect(parse('faculty=Any', textbook)).toBe('')
  })

  it('leaves out the default order', () => {
    expect(parse('order=new')).toBe('')
    expect(parse('order=-price')).toBe('order=-price')
  })

  it('truncates text that is too long', () => {
    expect(parse(`q=${'a'.repeat(300)}`)).toBe(`q=${'a'.repeat(200)}`)
  })
})

describe('withFilters and clearFilters', () => {
  const before = new URLSearchParams('beds=3&cursor=abc&order=price&q=desk')

  it('return to the first page', () => {
    expect(withFilters(before, { q: 'lamp', beds: '' }).toString()).toBe('order=price&q=lamp')
  })

  it('keep the order when all filters are cleared', () => {
    expect(clearFilters(before).toString()).toBe('order=price')
    expect(clearFilters(new URLSearchParams('q=x')).toString()).toBe('')
  })
})
