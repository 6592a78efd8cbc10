import { type ReactNode, useDeferredValue } from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * Leaves its children out of the first render of a page that was opened by a link. React renders them once the rest is on
 * the screen. The server and hydration render them at once. Put it inside a `<Suspense>`, if there is one: after hydration
 * it renders again, and around a boundary that has yet to be hydrated, this would make React do so at once.
 */
export function SecondRender({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  const isSecond = useDeferredValue(true, !isHydrated)
  return isSecond && children
}
