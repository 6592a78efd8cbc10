import { useSearchParams } from 'react-router'
import { categories } from '#categories/index.ts'
import { pagePaths, safeReturnPath } from '#contract/paths.ts'

const postingPaths = [pagePaths.sell, ...categories.map(({ id }) => pagePaths.create(id))]

/** The page to return to after a login, and a way to pass it on to the other account pages. */
export function useReturnPath() {
  const [searchParams] = useSearchParams()
  const next = searchParams.get('next')
  const returnPath = safeReturnPath(next)
  return {
    returnPath,
    isToPost: postingPaths.includes(returnPath),
    withReturnPath: (path: string) => (next ? `${path}?${new URLSearchParams({ next })}` : path),
  }
}
