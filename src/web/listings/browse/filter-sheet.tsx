import { type FormEvent, useId } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Slider } from '../../ui/slider.tsx'
import { askedWith, askedWithoutFilters } from './asked.ts'
import { FilterField } from './filter-field.tsx'
import { askedPrice, sliderEnd, sliderWords } from './price-limit.ts'
import type { Ask } from './use-asked.ts'

export default function FilterSheet({
  category,
  asked,
  ask,
  highestListed,
  open,
  onClose,
}: {
  category: AnyCategory
  asked: URLSearchParams
  ask: Ask
  highestListed: number | undefined
  open: boolean
  onClose: () => void
}) {
  const formId = useId()
  const { filters, priceSlider } = category
  const end = sliderEnd(priceSlider, highestListed)
  const limit = Number(asked.get('max_price') ?? end)

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const chosen = Object.keys(filters).map((name) => [name, text(name)])
    const max_price = askedPrice(Number(text('max_price')), end)
    onClose()
    ask(askedWith(asked, { ...Object.fromEntries(chosen), max_price }))
  }
  const clear = () => {
    onClose()
    ask(askedWithoutFilters(asked))
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Button type="submit" form={formId} wide>
            APPLY FILTERS
          </Button>
          <Button look="quiet" wide onClick={clear}>
            Clear all
          </Button>
        </>
      }
    >
      {/* Each opening starts from what is in force. */}
      <form id={formId} key={`${asked} ${open}`} onSubmit={apply} className="grid gap-6 pt-2">
        {Object.entries(filters).map(([name, filter]) => (
          <FilterField key={name} name={name} filter={filter} value={asked.get(name) ?? ''} />
        ))}
        <Slider
          label="Highest price"
          name="max_price"
          min={0}
          max={end}
          defaultValue={Math.min(limit, end)}
          format={sliderWords(priceSlider, end)}
        />
      </form>
    </Sheet>
  )
}
