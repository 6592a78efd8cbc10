import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontalIcon } from 'lucide-react'
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useId, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { activeFilters } from '#contract/active-filters.ts'
import { parseFilters, withFilters, withoutFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import type { ModalProps } from '../../ui/overlays/modal.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { SecondRender } from '../../ui/second-render.tsx'
import { findErrors } from './filter-fields.tsx'
import { FilterForm } from './filter-form.tsx'
import { countQuery, type ListingsPage } from './listings-query.ts'
import { formatResultCount } from './result-count.ts'
import type { SetFilters } from './use-filters.tsx'

const sheetId = 'filters'

/** A navigation renders the page again while it begins. The sheet does so only if its filters change. */
export const FiltersButton = memo(function FiltersButton({
  activeCount,
  ...sheetProps
}: FilterSheetProps & { activeCount: number }) {
  const [isOpen, setOpen] = useState(false)
  const [closings, setClosings] = useState(0)
  const open = useCallback(() => setOpen(true), [])
  const close = () => {
    setOpen(false)
    setClosings(closings + 1)
  }
  return (
    <>
      <Button
        variant="secondary"
        className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
        aria-haspopup="dialog"
        popoverTarget={sheetId}
        onClick={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <SlidersHorizontalIcon size={18} />
        {activeCount > 0 ? `Filters · ${activeCount}` : 'Filters'}
      </Button>
      <FilterSheet
        {...sheetProps}
        closings={closings}
        open={isOpen}
        id={sheetId}
        onOpen={open}
        onClose={close}
      />
    </>
  )
})

const debounceMs = 300

interface FilterSheetProps {
  category: AnyCategory
  filters: URLSearchParams
  setFilters: SetFilters
  /** The first page of results for these filters, once it has loaded. */
  page: ListingsPage | undefined
}

function FilterSheet({
  category,
  filters,
  setFilters,
  page,
  closings,
  ...sheet
}: FilterSheetProps &
  Omit<ModalProps, 'title' | 'headAction' | 'footer' | 'children'> & {
    /** How often the sheet was closed. A new value resets the fields to the active filters. */
    closings: number
  }) {
  const { open, onClose } = sheet
  // The form of dozens of fields is made again after the sheet has closed, so that no press waits for it.
  const reset = useDeferredValue(`${filters} ${closings}`)
  const formId = useId()
  const [values, setValues] = useState(filters)
  const settledValues = useDebouncedValue(values, debounceMs)
  const errors = findErrors(category, settledValues)
  const isValid = Object.keys(findErrors(category, values)).length === 0
  const chosen = parseFilters(category, values)
  const isFiltered = [filters, chosen].some((each) => activeFilters(category, each).length > 0)
  // This page is not the initial data of the query: the page's state would then contain the list twice.
  const known = String(chosen) === String(withFilters(filters, {})) ? page : undefined
  const { data: found } = useQuery({
    ...countQuery(useApi(), category, chosen),
    enabled: open && isValid && !known && values === settledValues,
  })
  const count = known ?? found
  const resultCount = open && isValid && count && formatResultCount(count)

  return (
    <Sheet
      {...sheet}
      title="Filters"
      headAction={
        isFiltered && (
          <LinkButton
            as={Link}
            to={pagePaths.browse(category.id, withoutFilters(filters))}
            variant="quiet"
            className="min-h-11 px-3"
            onClick={onClose}
          >
            Clear all
          </LinkButton>
        )
      }
      footer={
        <>
          {/* The button's size also depends on the screen: with the largest text it would leave no room for the filters. */}
          <Button
            type="submit"
            form={formId}
            fullWidth
            className="px-2 text-[length:min(1rem,5.5vw)]"
          >
            <span>APPLY FILTERS{resultCount && ` · ${resultCount}`}</span>
          </Button>
          <p role="status" className="sr-only">
            {resultCount}
          </p>
        </>
      }
    >
      <Suspense>
        <SecondRender>
          <FilterForm
            key={reset}
            id={formId}
            category={category}
            filters={filters}
            maxListedPrice={page?.max_price}
            values={values}
            errors={errors}
            onChange={setValues}
            onSubmit={(submitted) => {
              onClose()
              // The closed sheet is painted first. Otherwise it would stay until the page around it has been rendered again.
              const applied = parseFilters(category, submitted)
              requestAnimationFrame(() => setTimeout(() => setFilters(applied)))
            }}
          />
        </SecondRender>
      </Suspense>
    </Sheet>
  )
}

/** Returns the value once it has not changed for `delayMs`. */
function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(() => value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
