import type { PriceSlider } from '#categories/define-category.ts'
import { dollars } from './active-filters.ts'

/** The end of the slider: fixed, or the highest listed price once that is known. */
export function sliderEnd(slider: PriceSlider, highestListed: number | undefined): number {
  return slider.to === 'highest' && highestListed ? Math.ceil(highestListed) : slider.max
}

/** How a value of the slider reads. */
export function sliderWords(slider: PriceSlider, end: number) {
  return (value: number) =>
    slider.to === 'fixed' && value >= end ? slider.endLabel : dollars(value)
}

/** What the slider asks for: at its end, nothing. */
export function askedPrice(value: number, end: number): string {
  return value >= end ? '' : String(value)
}
