import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { type Filter, isPeriodFilter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { splitValues, withFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { type FilterErrors, FilterField, findErrors, PriceFields } from './filter-fields.tsx'
import { HiddenFilters } from './use-filters.tsx'

/** The form of the filter sheet. It starts with the active filters, and is a plain GET form before JavaScript loads. */
export function FilterForm({
  id,
  category,
  filters,
  maxListedPrice,
  values,
  errors,
  onChange,
  onSubmit,
}: {
  id: string
  category: AnyCategory
  filters: URLSearchParams
  maxListedPrice: number | undefined
  /** The values of the form, as last passed to `onChange`. */
  values: URLSearchParams
  errors: FilterErrors
  onChange: (values: URLSearchParams) => void
  /** Called only when the values have no errors. */
  onSubmit: (values: URLSearchParams) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const reportEarlyChanges = useEffectEvent(() => {
    if (!form.current) return
    const found = readValues(form.current)
    if (!isSameChoice(found, values)) onChange(found)
  })
  // Apply filters that were chosen before hydration.
  useEffect(() => {
    reportEarlyChanges()
  }, [])

  const { filters: definitions, hiddenFilters = [] }: CategoryDefinition = category
  const shown = Object.entries(definitions).filter(([name]) => !hiddenFilters.includes(name))
  const ofPeriod = shown.filter(([, filter]) => isPeriodFilter(filter))
  const ofFields = shown.filter(([, filter]) => !isPeriodFilter(filter))
  const boxes = [...shown.map(([name]) => name), 'min_price', 'max_price']
  const others = withFilters(filters, Object.fromEntries(boxes.map((name) => [name, ''])))

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const submitted = readValues(event.currentTarget)
    const [invalid] = Object.keys(findErrors(category, submitted))
    if (invalid === undefined) return onSubmit(submitted)
    const field = event.currentTarget.elements.namedItem(invalid)
    if (field instanceof HTMLElement) field.focus()
  }
  const toField = ([name, filter]: [string, Filter]) => (
    <div key={name} className={isDayFilter(filter) ? undefined : 'col-span-full'}>
      <FilterField
        name={name}
        filter={filter}
        values={splitValues(category, name, filters.get(name) ?? '')}
        error={errors[name]}
      />
    </div>
  )
  return (
    <form
      ref={form}
      id={id}
      action={pagePaths.browse(category.id)}
      onChange={({ currentTarget }) => onChange(readValues(currentTarget))}
      onSubmit={submit}
      autoComplete="off"
      className="grid gap-6 pt-2"
    >
      {ofPeriod.length > 0 && <Section heading="When">{ofPeriod.map(toField)}</Section>}
      <Section heading="Price">
        <div className="col-span-full grid gap-3">
          <PriceFields
            priceSlider={category.priceSlider}
            maxListedPrice={maxListedPrice}
            filters={filters}
            values={values}
            errors={errors}
          />
        </div>
      </Section>
      <div className={sectionClass}>{ofFields.map(toField)}</div>
      <HiddenFilters filters={others} />
    </form>
  )
}

const isDayFilter = ({ kind }: Filter) => kind === 'from' || kind === 'to'

const readValues = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** Compares two choices of filters. Empty fields and the order of the fields make no difference. */
const isSameChoice = (first: URLSearchParams, second: URLSearchParams) =>
  describeChoice(first) === describeChoice(second)

function describeChoice(values: URLSearchParams): string {
  const names = [...new Set(values.keys())].toSorted()
  const chosen = names.map((name) => [name, values.getAll(name).filter(Boolean).join()])
  return JSON.stringify(chosen.filter(([, text]) => text))
}

/** The section has two columns where two date fields fit beside each other. */
const sectionClass =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-2 gap-y-5 not-first:border-line not-first:border-t not-first:pt-6'

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend is drawn into the border of its fieldset
    <div role="group" aria-labelledby={headingId} className={sectionClass}>
      <h3 id={headingId} className="title-4 col-span-full">
        {heading}
      </h3>
      {children}
    </div>
  )
}
