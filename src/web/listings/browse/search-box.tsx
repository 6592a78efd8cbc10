import type { FormEvent } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { askedWith, longestText } from './asked.ts'
import type { Ask } from './use-asked.ts'
import { useSearch } from './use-search.ts'

/** Searches while one types, and as a plain form where no script runs. */
export function SearchBox({
  category,
  asked,
  ask,
}: {
  category: AnyCategory
  asked: URLSearchParams
  ask: Ask
}) {
  const q = asked.get('q') ?? ''
  const { form, searchNow, searchSoon, startOver } = useSearch(q, (text, replace) =>
    ask(askedWith(asked, { q: text }), { replace }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    searchNow()
    startOver()
  }
  return (
    <search className="min-w-0 flex-1 max-sm:basis-full">
      <form ref={form} action={pagePaths.browse(category.id)} onSubmit={submit}>
        <TextField
          label={`Search ${category.labels.plural}`}
          hideLabel
          flush
          type="search"
          name="q"
          defaultValue={q}
          maxLength={longestText}
          placeholder={category.search.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          prefix={<Icon name="search" />}
          onChange={searchSoon}
          onFocus={startOver}
        />
        {[...askedWith(asked, { q: '' })].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
    </search>
  )
}
