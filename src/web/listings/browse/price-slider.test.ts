import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { sliderFormatter, sliderMax, toMaxPriceFilter, toSliderValue } from './price-slider.ts'

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
