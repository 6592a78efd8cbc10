import { SearchIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { maxTextLength, withFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'
import { HiddenFilters, type SetFilters } from './use-filters.tsx'

/** Searches while the reader types. Without JavaScript it is a plain GET form. */
export function SearchBox({
  category,
  filters,
  setFilters,
}: {
  category: AnyCategory
  filters: URLSearchParams
  setFilters: SetFilters
}) {
  const q = filters.get('q') ?? ''
  const { formRef, search, debouncedSearch, startNewHistoryEntry } = useDebouncedSearch(
    q,
    (text, replace) => setFilters(withFilters(filters, { q: text, exact: '' }), { replace }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search()
    startNewHistoryEntry()
  }
  return (
    <search className="min-w-0 flex-1 max-sm:basis-full">
      <form ref={formRef} action={pagePaths.browse(category.id)} onSubmit={submit}>
        <TextField
          label={`Search ${category.labels.plural}`}
          hideLabel
          flush
          type="search"
          name="q"
          defaultValue={q}
          maxLength={maxTextLength}
          placeholder={category.search.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          suffix={
            <Button type="submit" variant="quiet" size="icon" aria-label="Search">
              <SearchIcon size={20} />
            </Button>
          }
          onChange={debouncedSearch}
          onFocus={startNewHistoryEntry}
        />
        <HiddenFilters filters={withFilters(filters, { q: '', exact: '' })} />
      </form>
    </search>
  )
}
