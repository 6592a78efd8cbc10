import { type FormEvent, useId } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { ModalProps } from '../../ui/modal.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Slider } from '../../ui/slider.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { FilterField } from './filter-field.tsx'
import { clearFilters, withFilters } from './filters.ts'
import { sliderFormatter, sliderMax, toMaxPriceFilter } from './price-slider.ts'
import type { SetFilters } from './use-filters.ts'

type FilterSheetProps = Omit<ModalProps, 'title' | 'footer' | 'children'> & {
  category: AnyCategory
  filters: URLSearchParams
  setFilters: SetFilters
  maxListedPrice: number | undefined
  /** A new value resets the fields to the active filters. */
  openings: number
}

/** A plain GET form before its code is there. */
export function FilterSheet({
  category,
  filters,
  setFilters,
  maxListedPrice,
  openings,
  ...sheet
}: FilterSheetProps) {
  const { onClose } = sheet
  const formId = useId()
  const isHydrated = useHydrated()
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
  return (
    <Sheet
      {...sheet}
      title="Filters"
      footer={
        <>
          <Button type="submit" form={formId} fullWidth>
            APPLY FILTERS
          </Button>
          <LinkButton
            as={Link}
            to={pagePaths.browse(category.id, clearFilters(filters))}
            variant="quiet"
            fullWidth
            onClick={onClose}
          >
            Clear all
          </LinkButton>
        </>
      }
    >
      <form
        id={formId}
        key={`${filters} ${openings}`}
        action={pagePaths.browse(category.id)}
        onSubmit={apply}
        autoComplete="off"
        className="grid gap-6 pt-2"
      >
        <input type="hidden" name="q" value={filters.get('q') ?? ''} />
        <input type="hidden" name="order" value={filters.get('order') ?? ''} />
        {Object.entries(definitions).map(([name, filter]) => (
          <FilterField key={name} name={name} filter={filter} value={filters.get(name) ?? ''} />
        ))}
        <div data-needs-script>
          <Slider
            label="Highest price"
            name="max_price"
            min={0}
            max={max}
            defaultValue={Math.min(maxPrice, max)}
            format={sliderFormatter(priceSlider, max)}
            // Its highest value means any price, which a GET form cannot say.
            disabled={!isHydrated}
          />
        </div>
        <noscript>
          <TextField
            label="Highest price"
            name="max_price"
            type="number"
            min={0}
            flush
            defaultValue={filters.get('max_price') ?? ''}
          />
        </noscript>
      </form>
    </Sheet>
  )
}
