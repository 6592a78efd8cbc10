import { describe, expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { askedWith, askedWithoutFilters, readAsked } from './asked.ts'

const { rental, textbook } = categoryById
const asked = (query: string, category: AnyCategory = rental) =>
  readAsked(category, new URLSearchParams(query)).toString()

describe('what an address asks', () => {
  it('has one order and leaves out what nobody knows', () => {
    expect(asked('utm_source=x&q=desk&beds=3&fbclid=1')).toBe('beds=3&q=desk')
    expect(asked('beds=3&q=desk')).toBe(asked('q=desk&beds=3'))
  })

  it('drops what makes no sense', () => {
    expect(asked('beds=99&max_price=cheap&min_price=-4&order=odd&furnished=maybe&q=%00')).toBe('')
    expect(asked('type=castle&pets=0&location=+')).toBe('')
    expect(asked('max_price=1e3')).toBe('')
  })

  it('keeps what makes sense', () => {
    expect(asked('max_price=0&pets=true&type=SUBLET&location=King+St')).toBe(
      'location=King+St&max_price=0&pets=1&type=sublet',
    )
  })

  it('reads a choice by any text it finds', () => {
    expect(asked('faculty=health+science', textbook)).toBe('faculty=Health+Sciences')
    expect(asked('faculty=Any', textbook)).toBe('')
  })

  it('says nothing about the default order', () => {
    expect(asked('order=new')).toBe('')
    expect(asked('order=-price')).toBe('order=-price')
  })

  it('cuts a text that is too long', () => {
    expect(asked(`q=${'a'.repeat(300)}`)).toBe(`q=${'a'.repeat(200)}`)
  })
})

describe('changing it', () => {
  const before = new URLSearchParams('beds=3&cursor=abc&order=price&q=desk')

  it('starts from the first page again', () => {
    expect(askedWith(before, { q: 'lamp', beds: '' }).toString()).toBe('order=price&q=lamp')
  })

  it('keeps the order when all is cleared', () => {
    expect(askedWithoutFilters(before).toString()).toBe('order=price')
    expect(askedWithoutFilters(new URLSearchParams('q=x')).toString()).toBe('')
  })
})
