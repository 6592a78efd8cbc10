import { useCallback, useMemo } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useNavigate, useSearchParams } from '../../navigation/router.tsx'
import { readAsked } from './asked.ts'

/** What the address asks, and a way to ask for something else. */
export function useAsked(category: AnyCategory) {
  const search = useSearchParams()
  const navigate = useNavigate()
  const asked = useMemo(() => readAsked(category, search), [category, search])
  const ask = useCallback(
    (wanted: URLSearchParams, options?: { replace: boolean }) => {
      navigate(pagePaths.browse(category.id, wanted), options)
    },
    [category, navigate],
  )
  return { asked, ask }
}

export type Ask = ReturnType<typeof useAsked>['ask']
