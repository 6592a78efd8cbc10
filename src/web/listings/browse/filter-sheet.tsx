import { type FormEvent, useId } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Slider } from '../../ui/slider.tsx'
import { FilterField } from './filter-field.tsx'
import { clearFilters, withFilters } from './filters.ts'
import { sliderFormatter, sliderMax, toMaxPriceFilter } from './price-slider.ts'
import type { SetFilters } from './use-filters.ts'

export default function FilterSheet({
  category,
  filters,
  setFilters,
  maxListedPrice,
  open,
  onClose,
}: {
  category: AnyCategory
  filters: URLSearchParams
  setFilters: SetFilters
  maxListedPrice: number | undefined
  open: boolean
  onClose: () => void
}) {
  const formId = useId()
  const { filters: definitions, priceSlider } = category
  const max = sliderMax(priceSlider, maxListedPrice)
  const maxPrice = Number(filters.get('max_price') ?? max)

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const text = (name: string) => String(formData.get(name) ?? '').trim()
    const values = Object.keys(definitions).map((name) => [name, text(name)])
    const max_price = toMaxPriceFilter(Number(text('max_price')), max)
    onClose()
    setFilters(withFilters(filters, { ...Object.fromEntries(values), max_price }))
  }
  const clear = () => {
    onClose()
    setFilters(clearFilters(filters))
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Button type="submit" form={formId} fullWidth>
            APPLY FILTERS
          </Button>
          <Button variant="quiet" fullWidth onClick={clear}>
            Clear all
          </Button>
        </>
      }
    >
      {/* The key resets the fields to the active filters at each opening. */}
      <form id={formId} key={`${filters} ${open}`} onSubmit={apply} className="grid gap-6 pt-2">
        {Object.entries(definitions).map(([name, filter]) => (
          <FilterField key={name} name={name} filter={filter} value={filters.get(name) ?? ''} />
        ))}
        <Slider
          label="Highest price"
          name="max_price"
          min={0}
          max={max}
          defaultValue={Math.min(maxPrice, max)}
          format={sliderFormatter(priceSlider, max)}
        />
      </form>
    </Sheet>
  )
}
