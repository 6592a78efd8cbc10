import { useRef } from 'react'
import { campus } from '#campus/campus.ts'
import { parseTerm, termAt, termNumberOf } from '#categories/academic-terms.ts'
import { coerceMoney } from '#categories/coercion.ts'
import type { PriceSlider } from '#categories/define-category.ts'
import { type Filter, findDayParameters } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { nearFilterOptions } from '#categories/minutes.ts'
import { endsBeforeStart, maxTextLength } from '#contract/list-filters.ts'
import { formatAmount, pluralize } from '#format/format.ts'
import { useToday } from '../../queries/use-today.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { CheckboxGroup } from '../../ui/controls/checkbox-group.tsx'
import { RadioGroup } from '../../ui/controls/radio-group.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** The most options that are shown as pills; a filter with more options is a select. */
const maxPills = 5

const anyOption = { value: '', label: 'Any' }

export function FilterField({
  name,
  filter,
  values,
  error,
}: {
  name: string
  filter: Filter
  /** The chosen values; more than one only if the filter accepts several. */
  values: readonly string[]
  error: string | undefined
}) {
  const today = useToday()
  const { label } = filter
  const [value = ''] = values
  switch (filter.kind) {
    case 'choice': {
      const props = { name, label, flush: true, options: [anyOption, ...filter.options] }
      return filter.options.length > maxPills ? (
        <Select {...props} defaultValue={value} />
      ) : (
        <RadioGroup {...props} defaultValue={value} />
      )
    }
    case 'choices':
      return (
        <CheckboxGroup name={name} label={label} options={filter.options} defaultValues={values} />
      )
    case 'contains':
    case 'checked':
      return (
        <div className="-my-2">
          <Checkbox name={name} label={label} value="1" defaultChecked={value !== ''} />
        </div>
      )
    case 'search':
    case 'code':
      return (
        <TextField
          name={name}
          label={label}
          flush
          defaultValue={value}
          placeholder={filter.placeholder}
          maxLength={maxTextLength}
          autoComplete="off"
        />
      )
    case 'near':
      return campus.places.length === 0 ? null : (
        <Select
          name={name}
          label={label}
          flush
          options={[anyOption, ...nearFilterOptions()]}
          defaultValue={value}
        />
      )
    case 'term': {
      const options = [anyOption, ...termOptions(today, value)]
      return <Select name={name} label={label} flush options={options} defaultValue={value} />
    }
    case 'from':
    case 'to':
      return (
        <TextField type="date" name={name} label={label} flush defaultValue={value} error={error} />
      )
    case 'months': {
      const options = filter.options.map((months) => ({
        value: String(months),
        label: pluralize(months, 'month'),
      }))
      return (
        <RadioGroup
          name={name}
          label={label}
          flush
          small
          options={[anyOption, ...options]}
          defaultValue={value}
        />
      )
    }
  }
}

/** Boxes for both prices, and a slider that fills in the highest price. Without JavaScript, only the boxes work. */
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
    prefix: campus.currency.symbol,
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
        <TextField {...box('min_price', 'Min')} />
        <TextField {...box('max_price', 'Max')} ref={highest} />
      </div>
      <div data-needs-script>
        <Slider
          label="Max price"
          hideLabel
          min={0}
          max={max}
          value={toSliderValue(values.get('max_price'), max)}
          format={sliderFormatter(max)}
          // The change event bubbles up to the form, which then reads its boxes.
          onChange={(value) => {
            if (highest.current) highest.current.value = toMaxPriceFilter(value, max)
          }}
          disabled={!isHydrated}
        />
      </div>
    </>
  )
}

/** The slider's maximum: a fixed price, or the highest listed price once it is known. */
export function sliderMax(slider: PriceSlider, maxListedPrice: number | undefined): number {
  return slider.kind === 'highest-listed' && maxListedPrice ? Math.ceil(maxListedPrice) : slider.max
}

/** Formats prices for the slider, as "$200+" at the maximum, which means no limit. */
export const sliderFormatter = (max: number) => (value: number) =>
  value >= max ? `${formatAmount(max)}+` : formatAmount(value)

/** The value of the max_price filter. The slider's maximum means no limit, so it is blank. */
export function toMaxPriceFilter(value: number, max: number): string {
  return value >= max ? '' : String(value)
}

/** The slider's position for a typed highest price. Without a price it is the maximum. */
export function toSliderValue(text: string | null, max: number): number {
  const price = coerceMoney(text)
  return typeof price === 'number' ? Math.min(Math.max(price, 0), max) : max
}

const termCount = 6

/** The current term and the next ones, and also the chosen term if a link has another. */
export function termOptions(today: string, chosen: string) {
  const current = termNumberOf(today)
  const upcoming = Array.from({ length: termCount }, (_, index) => termAt(current + index))
  const other = parseTerm(chosen)
  const isListed = !other || upcoming.some(({ id }) => id === other.id)
  const terms = isListed ? upcoming : [...upcoming, other]
  return terms
    .toSorted((a, b) => (a.first < b.first ? -1 : 1))
    .map(({ id, label }) => ({ value: id, label }))
}

/** Error messages by the name of the parameter. */
export type FilterErrors = Readonly<Record<string, string>>

/**
 * Finds errors in the filter sheet before it is applied, in the order of its fields. `parseFilters` would silently drop
 * such values.
 */
export function findErrors({ filters }: AnyCategory, values: URLSearchParams): FilterErrors {
  const errors: Record<string, string> = {}
  const days = findDayParameters(filters)
  if (days && endsBeforeStart(values, days)) errors[days.to] = 'This is before the first day.'
  const text = (name: string) => values.get(name)?.trim() ?? ''
  for (const name of ['min_price', 'max_price']) {
    if (text(name) && !isAmount(text(name))) errors[name] = 'Enter an amount, like 800.'
  }
  const [min, max] = [coerceMoney(text('min_price')), coerceMoney(text('max_price'))]
  if (typeof min === 'number' && typeof max === 'number' && max < min) {
    errors.max_price ??= 'This is less than the minimum.'
  }
  return errors
}

function isAmount(text: string): boolean {
  const amount = coerceMoney(text)
  return typeof amount === 'number' && amount >= 0
}
