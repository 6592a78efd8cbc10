import { SearchIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { campus } from '#campus/campus.ts'
import { categories } from '#categories/index.ts'
import { maxTextLength } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'
import { useDebouncedSearch } from '../browse/use-debounced-search.ts'
import { SuggestSlot } from './suggest-slot.tsx'

/** The search form on the page of results. It searches while the reader types; without JavaScript it is a plain GET form. */
export function SearchForm({ q }: { q: string }) {
  const navigate = useNavigate()
  const { formRef, search, debouncedSearch, startNewHistoryEntry } = useDebouncedSearch(
    q,
    (text, replace) => navigate(pagePaths.search(text), { replace }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search()
    startNewHistoryEntry()
  }
  return (
    <search>
      <form ref={formRef} action={pagePaths.search()} onSubmit={submit}>
        <SearchField
          defaultValue={q}
          // Without a search, the field is what the reader came for.
          data-route-focus={q === '' || undefined}
          onChange={debouncedSearch}
          onFocus={startNewHistoryEntry}
        />
      </form>
    </search>
  )
}

/** A search form that leads to the results. Without JavaScript it is a plain GET form. */
export function SearchEverywhere(props: Pick<TextFieldProps, 'large'>) {
  return (
    <search>
      <form action={pagePaths.search()} onSubmit={useSearchSubmit()}>
        <SearchField {...props} />
      </form>
    </search>
  )
}

/** The pages with a search box of their own. */
const pagesWithSearch = new Set<string>([
  pagePaths.home,
  pagePaths.search(),
  ...categories.map(({ id }) => pagePaths.browse(id)),
])

/**
 * The search box of the header, on pages without one of their own. Nothing in it submits but Enter and the suggestions,
 * which is enough there.
 */
export function HeaderSearch() {
  const { pathname } = useLocation()
  const submit = useSearchSubmit()
  if (pagesWithSearch.has(pathname)) return null
  const label = `Search ${campus.brand}`
  return (
    <search aria-label="Everywhere" className="site-header-search">
      <form action={pagePaths.search()} onSubmit={submit}>
        <SuggestSlot>
          <TextField
            {...inputProps}
            label={label}
            placeholder={label}
            hideLabel
            flush
            prefix={<SearchIcon size={18} />}
          />
        </SuggestSlot>
      </form>
    </search>
  )
}

function useSearchSubmit() {
  const navigate = useNavigate()
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q')
    navigate(pagePaths.search(String(q).trim()))
  }
}

const inputProps = {
  type: 'search',
  name: 'q',
  maxLength: maxTextLength,
  autoComplete: 'off',
  enterKeyHint: 'search',
} as const

/** The input of a search over all categories. */
export function SearchField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <SuggestSlot>
      <TextField
        {...props}
        label="Search all listings"
        hideLabel
        flush
        {...inputProps}
        placeholder="Search rooms, books, bikes…"
        suffix={
          <Button type="submit" variant="quiet" size="icon" aria-label="Search">
            <SearchIcon size={20} />
          </Button>
        }
      />
    </SuggestSlot>
  )
}
