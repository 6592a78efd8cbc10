import { returnPath } from '#contract/paths.ts'
import { useSearchParams } from '../navigation/router.tsx'

/** Where a student goes after logging in, and how the account forms pass it on to each other. */
export function useReturn() {
  const search = useSearchParams()
  const next = search.get('next')
  return {
    destination: returnPath(next),
    keep: (path: string) => (next ? `${path}?${new URLSearchParams({ next })}` : path),
  }
}
