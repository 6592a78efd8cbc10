import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '../../ui/controls/button.tsx'
import './filter-form.css'

/**
 * A form whose fields are named like the page's parameters. Before JavaScript loads, the browser sends the form itself.
 * Afterwards, blank fields are left out of the URL.
 */
export function FilterForm({
  path,
  folds = false,
  children,
}: {
  path: (query?: URLSearchParams) => string
  /** Whether phones show the form behind a summary while the URL has no filters. */
  folds?: boolean
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  // Back and Forward change the parameters. Update the fields by hand: a new key would take the focus from the field.
  useEffect(() => {
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
      control.value = parameters.get(control.name) ?? ''
    }
  }, [parameters])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (value) query.append(name, String(value))
    }
    navigate(path(query))
  }
  return (
    <search>
      {folds && (
        <details className="filter-form-fold" open={parameters.size > 0}>
          <summary className="link">Filters</summary>
        </details>
      )}
      <form ref={form} action={path()} onSubmit={submit} className="filter-form">
        {children}
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </form>
    </search>
  )
}
