import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { parseFilters } from './filters.ts'

/** The filters in the URL; setting them navigates. */
export function useFilters(category: AnyCategory) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const filters = useMemo(() => parseFilters(category, searchParams), [category, searchParams])
  const setFilters = useCallback(
    (changed: URLSearchParams, options?: { replace: boolean }) => {
      navigate(pagePaths.browse(category.id, changed), options)
    },
    [category, navigate],
  )
  return { filters, setFilters }
}

export type SetFilters = ReturnType<typeof useFilters>['setFilters']
