import { describe, expect, it } from 'vitest'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import { activeFilters } from '#contract/active-filters.ts'
import { parseFilters } from '#contract/list-filters.ts'
import { listQuery } from '#contract/list-query.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import {
  partsWithoutQuickLinks,
  type QuickLink,
  quickLinks,
  withoutQuickLinks,
} from './quick-filters.tsx'

stayOnBuiltInCampus()

const { rental, textbook, misc } = categoryById
const today = '2026-11-16'

const links = (query: string, category: AnyCategory = rental) =>
  quickLinks(category, new URLSearchParams(query), today)
const labels = (query: string, category?: AnyCategory) =>
  links(query, category).map(({ label, isActive }) => (isActive ? `[${label}]` : label))
const follow = (label: string, query: string, category?: AnyCategory) =>
  links(query, category)
    .find((link) => link.label === label)
    ?.filters.toString()

describe('quick filters', () => {
  it.each<AnyCategory>(categories)(
    'of $id, and its shortcuts, are read by the pages and by the API as they are written',
    (category) => {
      const { quickFilters, labels } = category
      for (const link of [...quickFilters, ...labels.shortcuts]) {
        const parameters = ('parameters' in link && link.parameters) || {}
        const parsed = parseFilters(category, new URLSearchParams(parameters))
        expect(Object.fromEntries(parsed)).toEqual(parameters)
        expect(listQuery[category.id].safeParse(parameters).error).toBeUndefined()
      }
    },
  )

  it('are those of the campus: its kinds of items, and its currency', () => {
    changeCampus({
      itemKinds: ['Boats', 'Events', 'Other'],
      currency: { code: 'EUR', symbol: '€' },
    })
    expect(labels('', misc)).toEqual(['Boats', 'Events', 'Other', 'Under €50'])
    expect(labels('')).toContain('Under €800')
    const shortcuts = misc.labels.shortcuts.map(({ label }) => label)
    expect(shortcuts).toEqual(['Campus events', 'Other stuff'])
  })

  it('begin with the next terms as of today', () => {
    expect(labels('')).toEqual([
      'Winter 2027',
      'Spring 2027',
      'Sublet',
      'Lease',
      'Furnished',
      'Under $800',
    ])
    expect(
      quickLinks(rental, new URLSearchParams(), '2027-01-01').map(({ label }) => label),
    ).toEqual(expect.arrayContaining(['Spring 2027', 'Fall 2027']))
  })

  it('are active while the URL has their values', () => {
    expect(labels('term=2027-spring&furnished=1&max_price=800')).toEqual([
      'Winter 2027',
      '[Spring 2027]',
      'Sublet',
      'Lease',
      '[Furnished]',
      '[Under $800]',
    ])
    expect(labels('max_price=700').at(-1)).toBe('Under $800')
    expect(labels('condition=New', textbook)).toContain('New or like new')
    expect(labels('condition=New,Like New,Used', textbook)).toContain('[New or like new]')
  })

  it('replace a single value, keep the rest, and return to the first page', () => {
    expect(follow('Lease', 'cursor=abc&q=room&type=sublet')).toBe('q=room&type=lease')
    expect(follow('Under $800', 'max_price=300')).toBe('max_price=800')
  })

  it('are added to the other choices of a filter that takes several', () => {
    expect(follow('Bikes', 'category=Events,Clothing', misc)).toBe(
      'category=Bikes%2CEvents%2CClothing',
    )
  })

  it('remove only their own values when they are active', () => {
    expect(follow('Sublet', 'q=room&type=sublet')).toBe('q=room')
    expect(follow('New or like new', 'condition=New,Like New,Used', textbook)).toBe(
      'condition=Used',
    )
  })

  describe('that words of the search became', () => {
    const winter = { text: 'winter', filters: { term: '2027-winter' } }
    const dear = { text: 'under $900', filters: { max_price: '900' } }
    const q = 'winter room under $900'
    const read = (query: Record<string, string>, parts = [winter, dear]) => {
      const understood = { q: 'room', parts, corrected: [], dropped: [], names_category: false }
      return quickLinks(rental, new URLSearchParams({ q, ...query }), today, understood)
    }
    const activeOf = (all: readonly QuickLink[]) =>
      all.filter(({ isActive }) => isActive).map(({ label }) => label)

    it('are active, and take the words away', () => {
      const found = read({})
      expect(activeOf(found)).toEqual(['Winter 2027'])
      expect(found[0]?.filters.toString()).toBe('q=room+under+%24900')
      expect(found[1]?.filters.get('term')).toBe('2027-spring')
      expect(found[1]?.filters.get('q')).toBe(q)
    })

    it('count less than those of the URL', () => {
      const found = read({ term: '2027-spring' })
      expect(activeOf(found)).toEqual(['Spring 2027'])
      expect(found[1]?.filters.toString()).toBe('q=winter+room+under+%24900')
    })

    it('need no chip of their own', () => {
      expect(partsWithoutQuickLinks([winter, dear], read({}))).toEqual([dear])
      const range = { text: '$500-800', filters: { min_price: '500', max_price: '800' } }
      const found = read({}, [range])
      expect(activeOf(found)).toEqual(['Under $800'])
      expect(partsWithoutQuickLinks([range], found)).toEqual([range])
    })
  })

  it('stand for the active filters that they show', () => {
    const filters = new URLSearchParams('category=Bikes,Clothing&max_price=20')
    const rest = withoutQuickLinks(
      activeFilters(misc, filters),
      quickLinks(misc, filters, today),
    ).map(({ label }) => label)
    expect(rest).toEqual(['Clothing', 'Up to $20'])
  })
})
