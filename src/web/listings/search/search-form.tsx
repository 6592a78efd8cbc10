import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { useDebouncedSearch } from '../browse/use-debounced-search.ts'
import { SearchField } from './search-field.tsx'

/** On the page of the results: searches while typing; without script, a plain GET form. */
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
