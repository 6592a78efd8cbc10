import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { SearchField } from '../listings/search/search-field.tsx'

/** Leads to the results; without script, a plain GET form. */
export function HomeSearch() {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q')
    navigate(pagePaths.search(String(q).trim()))
  }
  return (
    <search>
      <form action={pagePaths.search()} onSubmit={submit}>
        <SearchField large />
      </form>
    </search>
  )
}
