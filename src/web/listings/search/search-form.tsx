import { SearchIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { maxTextLength } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'
import { useDebouncedSearch } from '../browse/use-debounced-search.ts'

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
        <SearchField defaultValue={q} onChange={debouncedSearch} onFocus={startNewHistoryEntry} />
      </form>
    </search>
  )
}

/** The input of a search over all categories. */
export function SearchField({ large, ...props }: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      large={large}
      label="Search all listings"
      hideLabel
      flush
      type="search"
      name="q"
      maxLength={maxTextLength}
      placeholder="Search rooms, books, bikes…"
      autoComplete="off"
      enterKeyHint="search"
      suffix={
        <Button type="submit" variant={large ? 'primary' : 'quiet'} size="icon" aria-label="Search">
          <SearchIcon size={20} />
        </Button>
      }
    />
  )
}
