import { expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { findErrors } from './filter-errors.ts'

const { rental, misc } = categoryById
const errors = (query: string, category: AnyCategory = rental) =>
  findErrors(category, new URLSearchParams(query))
const notAnAmount = 'Enter an amount, like 800.'

it('says which price is no amount', () => {
  expect(errors('min_price=&max_price=+&from=&to=')).toEqual({})
  expect(errors('min_price=%24300&max_price=1,200.50')).toEqual({})
  expect(errors('min_price=cheap&max_price=-5')).toEqual({
    min_price: notAnAmount,
    max_price: notAnAmount,
  })
})

it('says that the highest price is below the lowest', () => {
  const max_price = 'This is less than the lowest price.'
  expect(errors('min_price=900&max_price=%24899')).toEqual({ max_price })
  expect(errors('min_price=900&max_price=1,000')).toEqual({})
  expect(errors('min_price=900&max_price=900')).toEqual({})
})

it('says that the last day is before the first', () => {
  const to = 'This is before the first day.'
  expect(errors('from=2027-01-02&to=2027-01-01')).toEqual({ to })
  expect(errors('from=2027-01-02&to=2027-01-02')).toEqual({})
  expect(errors('to=2027-01-01')).toEqual({})
  expect(errors('from=2027-01-02&to=2027-01-01', misc)).toEqual({})
})

it('has the errors in the order of the sheet', () => {
  const query = 'from=2027-01-02&max_price=cheap&min_price=cheap&to=2027-01-01'
  expect(Object.keys(errors(query))).toEqual(['to', 'min_price', 'max_price'])
})
