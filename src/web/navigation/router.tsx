import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

/** Where the visitor is. */
export interface Place {
  pathname: string
  search: string
  hash: string
  /** Tells apart the history's entries of one address. */
  key: string
  /** By Back, Forward or a page load; by a link; or in the place of another address. */
  arrival: 'POP' | 'PUSH' | 'REPLACE'
}

type Navigate = (to: string, options?: { replace?: boolean }) => void

const PlaceContext = createContext<Place | undefined>(undefined)
const NavigateContext = createContext<Navigate>(() => undefined)

/** Follows the browser's history. The page that is left stays until the next one can be shown. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => currentPlace('POP'))
  const navigate = useMemo<Navigate>(() => {
    return (to, { replace = false } = {}) => {
      const state = { key: Math.random().toString(36).slice(2) }
      if (replace) history.replaceState(state, '', to)
      else history.pushState(state, '', to)
      startTransition(() => setPlace(currentPlace(replace ? 'REPLACE' : 'PUSH')))
    }
  }, [])
  useEffect(() => {
    const follow = () => startTransition(() => setPlace(currentPlace('POP')))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  return (
    <NavigateContext value={navigate}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </NavigateContext>
  )
}

function currentPlace(arrival: Place['arrival']): Place {
  const { pathname, search, hash } = location
  return { pathname, search, hash, key: history.state?.key ?? 'first', arrival }
}

/** One address, for rendering on the server: nobody goes anywhere from there. */
export function StaticRouter({ url, children }: { url: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(url, 'http://localhost')
  return (
    <PlaceContext value={{ pathname, search, hash, key: 'first', arrival: 'POP' }}>
      {children}
    </PlaceContext>
  )
}

export function useLocation(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('useLocation needs a router above it')
  return place
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Goes to another address of this site; the same function for as long as the page lives. */
export const useNavigate = (): Navigate => useContext(NavigateContext)
