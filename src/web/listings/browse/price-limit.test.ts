import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { askedPrice, sliderEnd, sliderWords } from './price-limit.ts'

const { rental, textbook, misc } = categoryById

describe('the price slider', () => {
  it('ends at the highest listed price, once known', () => {
    expect(sliderEnd(rental.priceSlider, undefined)).toBe(2000)
    expect(sliderEnd(misc.priceSlider, undefined)).toBe(1000)
    expect(sliderEnd(misc.priceSlider, 0)).toBe(1000)
    expect(sliderEnd(rental.priceSlider, 3149.5)).toBe(3150)
  })

  it('ends at 200 for textbooks, whatever they cost', () => {
    expect(sliderEnd(textbook.priceSlider, 340)).toBe(200)
    const words = sliderWords(textbook.priceSlider, 200)
    expect([words(0), words(199), words(200)]).toEqual(['$0', '$199', '200+'])
  })

  it('says dollars elsewhere', () => {
    expect(sliderWords(rental.priceSlider, 2400)(2400)).toBe('$2,400')
  })

  it('asks for nothing at its end', () => {
    expect(askedPrice(200, 200)).toBe('')
    expect(askedPrice(0, 200)).toBe('0')
  })
})
