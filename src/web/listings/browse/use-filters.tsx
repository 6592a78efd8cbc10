import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { describeDropped, parseFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'

/**
 * The filters in the URL, and a function that navigates to other filters. During a navigation they are the new filters, so
 * that a second press before the results arrive keeps the first.
 */
export function useFilters(category: AnyCategory) {
  const location = useLocation()
  const next = useNavigation().location
  const { search } = next?.pathname === location.pathname ? next : location
  const navigate = useNavigate()
  const [filters, notice] = useMemo(() => {
    const searchParams = new URLSearchParams(search)
    return [parseFilters(category, searchParams), describeDropped(category, searchParams)]
  }, [category, search])
  const setFilters = useCallback(
    (changed: URLSearchParams, options?: { replace: boolean }) => {
      navigate(pagePaths.browse(category.id, changed), options)
    },
    [category, navigate],
  )
  return { filters, notice, setFilters }
}

export type SetFilters = ReturnType<typeof useFilters>['setFilters']

/** Hidden inputs that keep the active filters when a GET form is sent. */
export function HiddenFilters({ filters }: { filters: URLSearchParams }) {
  return [...filters].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
