import { useSearchParams } from 'react-router'
import { safeReturnPath } from '#contract/paths.ts'

/** The page to return to after a login, and a way to pass it on to the other account pages. */
export function useReturnPath() {
  const [searchParams] = useSearchParams()
  const next = searchParams.get('next')
  return {
    returnPath: safeReturnPath(next),
    withReturnPath: (path: string) => (next ? `${path}?${new URLSearchParams({ next })}` : path),
  }
}
