import { describe, expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import {
  findErrors,
  sliderFormatter,
  sliderMax,
  termOptions,
  toMaxPriceFilter,
  toSliderValue,
} from './filter-fields.tsx'

stayOnBuiltInCampus()

const { rental, textbook, misc } = categoryById

describe('price slider', () => {
  it('ends at the highest listed price, once known', () => {
    expect(sliderMax(rental.priceSlider, undefined)).toBe(2000)
    expect(sliderMax(misc.priceSlider, undefined)).toBe(1000)
    expect(sliderMax(misc.priceSlider, 0)).toBe(1000)
    expect(sliderMax(rental.priceSlider, 3149.5)).toBe(3150)
  })

  it('ends at 200 for textbooks, whatever the highest price', () => {
    expect(sliderMax(textbook.priceSlider, 340)).toBe(200)
  })

  it('reads as dollars, at its maximum as that and more', () => {
    expect([0, 199, 200].map(sliderFormatter(200))).toEqual(['$0', '$199', '$200+'])
    expect([2399, 2400].map(sliderFormatter(2400))).toEqual(['$2,399', '$2,400+'])
  })

  it('sets no filter at its maximum', () => {
    expect(toMaxPriceFilter(200, 200)).toBe('')
    expect(toMaxPriceFilter(0, 200)).toBe('0')
  })

  it('follows the typed price', () => {
    const positions = ['$1,200', '800', '0', '9999', '', null, 'cheap', '-4']
    expect(positions.map((text) => toSliderValue(text, 2000))).toEqual([
      1200, 800, 0, 2000, 2000, 2000, 2000, 0,
    ])
  })
})

const labels = (chosen: string) => termOptions('2026-11-16', chosen).map(({ label }) => label)
const upcoming = [
  'Fall 2026',
  'Winter 2027',
  'Spring 2027',
  'Fall 2027',
  'Winter 2028',
  'Spring 2028',
]

it('offers the current term and the next ones', () => {
  expect(labels('')).toEqual(upcoming)
  expect(labels('2027-spring')).toEqual(upcoming)
})

it('offers the term of an old or far-sighted link, in its place', () => {
  expect(labels('2026-winter')).toEqual(['Winter 2026', ...upcoming])
  expect(labels('2029-fall')).toEqual([...upcoming, 'Fall 2029'])
})

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
  const max_price = 'This is less than the minimum.'
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
