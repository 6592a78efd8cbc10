import { useRef } from 'react'
import type { PriceSlider } from '#categories/define-category.ts'
import { Slider } from '../../ui/controls/slider.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { FilterErrors } from './filter-errors.ts'
import { sliderFormatter, sliderMax, toMaxPriceFilter, toSliderValue } from './price-slider.ts'

/** Boxes for both prices, and a slider that fills in the highest; without script, the boxes alone. */
export function PriceFields({
  priceSlider,
  maxListedPrice,
  filters,
  values,
  errors,
}: {
  priceSlider: PriceSlider
  maxListedPrice: number | undefined
  filters: URLSearchParams
  /** Of the form. */
  values: URLSearchParams
  errors: FilterErrors
}) {
  const highest = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const max = sliderMax(priceSlider, maxListedPrice)
  const box = (name: string, word: string) => ({
    name,
    label: (
      <>
        {word}
        <span className="sr-only"> price</span>
      </>
    ),
    prefix: '$',
    placeholder: 'Any',
    flush: true,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    defaultValue: filters.get(name) ?? '',
    error: errors[name],
  })
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
        <TextField {...box('min_price', 'Lowest')} />
        <TextField {...box('max_price', 'Highest')} ref={highest} />
      </div>
      <div data-needs-script>
        <Slider
          label="Highest price"
          hideLabel
          min={0}
          max={max}
          value={toSliderValue(values.get('max_price'), max)}
          format={sliderFormatter(max)}
          // The form reads its boxes when this event bubbles up to it.
          onChange={(value) => {
            if (highest.current) highest.current.value = toMaxPriceFilter(value, max)
          }}
          disabled={!isHydrated}
        />
      </div>
    </>
  )
}
