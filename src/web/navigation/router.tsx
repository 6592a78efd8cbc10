import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

interface Location {
  pathname: string
  search: string
  hash: string
  /** Identifies the history entry. */
  key: string
  /** POP: Back, Forward or a page load. */
  navigationType: 'POP' | 'PUSH' | 'REPLACE'
}

type NavigateFunction = (to: string, options?: { replace?: boolean }) => void

const LocationContext = createContext<Location | undefined>(undefined)
const NavigateContext = createContext<NavigateFunction>(() => undefined)

const initialKey = 'default'

/** Follows the History API. Location changes are transitions: the old page stays until the next one can render. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(() => readLocation('POP'))
  const navigate = useMemo<NavigateFunction>(() => {
    return (to, { replace = false } = {}) => {
      const state = { key: Math.random().toString(36).slice(2) }
      if (replace) history.replaceState(state, '', to)
      else history.pushState(state, '', to)
      startTransition(() => setCurrent(readLocation(replace ? 'REPLACE' : 'PUSH')))
    }
  }, [])
  useEffect(() => {
    const onPopState = () => startTransition(() => setCurrent(readLocation('POP')))
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])
  return (
    <NavigateContext value={navigate}>
      <LocationContext value={current}>{children}</LocationContext>
    </NavigateContext>
  )
}

function readLocation(navigationType: Location['navigationType']): Location {
  const { pathname, search, hash } = location
  return { pathname, search, hash, key: history.state?.key ?? initialKey, navigationType }
}

/** A fixed location, for rendering on the server. */
export function StaticRouter({ url, children }: { url: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(url, 'http://localhost')
  return (
    <LocationContext value={{ pathname, search, hash, key: initialKey, navigationType: 'POP' }}>
      {children}
    </LocationContext>
  )
}

export function useLocation(): Location {
  const current = useContext(LocationContext)
  if (!current) throw new Error('useLocation needs a router above it')
  return current
}

export function useSearchParams(): [URLSearchParams] {
  const { search } = useLocation()
  return [useMemo(() => new URLSearchParams(search), [search])]
}

/** The function keeps its identity between renders. */
export const useNavigate = (): NavigateFunction => useContext(NavigateContext)
