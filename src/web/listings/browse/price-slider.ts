import { coerceMoney } from '#categories/coercion.ts'
import type { PriceSlider } from '#categories/define-category.ts'
import { formatDollars } from '#contract/active-filters.ts'

/** Fixed, or the highest listed price once it is known. */
export function sliderMax(slider: PriceSlider, maxListedPrice: number | undefined): number {
  return slider.kind === 'highest-listed' && maxListedPrice ? Math.ceil(maxListedPrice) : slider.max
}

/** "$200+" at the maximum, which is no limit. */
export const sliderFormatter = (max: number) => (value: number) =>
  value >= max ? `${formatDollars(max)}+` : formatDollars(value)

/** The max_price filter: none at the slider's maximum. */
export function toMaxPriceFilter(value: number, max: number): string {
  return value >= max ? '' : String(value)
}

/** Where the slider is for a typed highest price: at its maximum without one. */
export function toSliderValue(text: string | null, max: number): number {
  const price = coerceMoney(text)
  return typeof price === 'number' ? Math.min(Math.max(price, 0), max) : max
}
