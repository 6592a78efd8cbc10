import { SearchIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { campus } from '#campus/campus.ts'
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
        <SearchField defaultValue={q} onChange={debouncedSearch} onFocus={startNewHistoryEntry} />
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

/** The search box of the header. It has no button, because Enter and the suggestions are enough there. */
export function HeaderSearch() {
  const label = `Search ${campus.brand}`
  return (
    <search aria-label="Everywhere" className="site-header-search">
      <form action={pagePaths.search()} onSubmit={useSearchSubmit()}>
        <SuggestSlot>
          <TextField {...inputProps} label={label} placeholder={label} hideLabel flush />
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
export function SearchField({ large, ...props }: Omit<TextFieldProps, 'label'>) {
  return (
    <SuggestSlot>
      <TextField
        {...props}
        large={large}
        label="Search all listings"
        hideLabel
        flush
        {...inputProps}
        placeholder="Search rooms, books, bikes…"
        suffix={
          <Button
            type="submit"
            variant={large ? 'primary' : 'quiet'}
            size="icon"
            aria-label="Search"
          >
            <SearchIcon size={20} />
          </Button>
        }
      />
    </SuggestSlot>
  )
}
