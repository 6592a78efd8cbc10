import { afterEach, expect, it, vi } from 'vitest'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import { searchTextFingerprint } from './search-text-state.ts'

const { rental } = categoryById
const current = searchTextFingerprint(categories)

afterEach(() => {
  vi.doUnmock('#categories/periods.ts')
  vi.resetModules()
})

it.each<[string, AnyCategory]>([
  ['the default of a field', withField('people_in_bedroom', { default: 2 })],
  ['the label of a checkbox', withField('has_parking', { label: 'Garage' })],
  ['what a search reads', { ...rental, search: { ...rental.search, fields: ['title'] } }],
  ['the units of a phrase', { ...rental, search: { ...rental.search, phrases: [] } }],
  ['the lengths to choose from', withFilter('months', { options: [4, 6, 12] })],
  ['the kind of a filter', withFilter('parking', { kind: 'choice' })],
  ['the text of a filter', withFilter('pets', { text: 'dog' })],
  ['the field of a filter', withFilter('beds', { field: 'people_in_bedroom' })],
])('is another with another value of %s', (_, changed) => {
  expect(searchTextFingerprint([changed, ...categories.slice(1)])).not.toBe(current)
})

it('is the same with another label of a filter, which no text has', () => {
  const changed = withFilter('pets', { label: 'Pets' })
  expect(searchTextFingerprint([changed, ...categories.slice(1)])).toBe(current)
})

it.each([{ minCoverage: 0.9 }, { monthToleranceDays: 10 }])(
  'is another with the rule of periods %j',
  async (rule) => {
    vi.resetModules()
    vi.doMock('#categories/periods.ts', async (load) => ({ ...(await load<object>()), ...rule }))
    const module = await import('./search-text-state.ts')
    expect(module.searchTextFingerprint(categories)).not.toBe(current)
  },
)

function withField(name: keyof typeof rental.fields, changes: object): AnyCategory {
  return { ...rental, fields: { ...rental.fields, [name]: { ...rental.fields[name], ...changes } } }
}

function withFilter(name: keyof typeof rental.filters, changes: object): AnyCategory {
  return {
    ...rental,
    filters: { ...rental.filters, [name]: { ...rental.filters[name], ...changes } },
  }
}
