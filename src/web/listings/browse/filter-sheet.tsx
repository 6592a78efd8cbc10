import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { clearFilters, parseFilters, withFilters } from '#contract/list-filters.ts'
import type { ListPage } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import type { ModalProps } from '../../ui/overlays/modal.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { findErrors } from './filter-errors.ts'
import { FilterForm } from './filter-form.tsx'
import { countQuery } from './listings-query.ts'
import { formatResultCount } from './result-count.ts'
import { useDebouncedValue } from './use-debounced-value.ts'
import type { SetFilters } from './use-filters.ts'

const debounceMs = 300

export interface FilterSheetProps {
  category: AnyCategory
  filters: URLSearchParams
  setFilters: SetFilters
  /** Of the results of these filters, once they are there. */
  page: ListPage | undefined
}

export function FilterSheet({
  category,
  filters,
  setFilters,
  page,
  openings,
  ...sheet
}: FilterSheetProps &
  Omit<ModalProps, 'title' | 'headAction' | 'footer' | 'children'> & {
    /** A new value resets the fields to the active filters. */
    openings: number
  }) {
  const { open, onClose } = sheet
  const formId = useId()
  const [values, setValues] = useState(filters)
  const settledValues = useDebouncedValue(values, debounceMs)
  const errors = findErrors(category, settledValues)
  const isValid = Object.keys(findErrors(category, values)).length === 0
  const chosen = parseFilters(category, values)
  // Not as initial data of the query: the page's state would hold the list twice.
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
        <LinkButton
          as={Link}
          to={pagePaths.browse(category.id, clearFilters(filters))}
          variant="quiet"
          className="px-3"
          onClick={onClose}
        >
          Clear all
        </LinkButton>
      }
      footer={
        <>
          {/* Its size depends on the screen too: the largest text would leave no room for the filters. */}
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
      <FilterForm
        key={`${filters} ${openings}`}
        id={formId}
        category={category}
        filters={filters}
        maxListedPrice={page?.max_price}
        values={values}
        errors={errors}
        onChange={setValues}
        onSubmit={(submitted) => {
          onClose()
          setFilters(parseFilters(category, submitted))
        }}
      />
    </Sheet>
  )
}
