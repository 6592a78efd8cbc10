import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  useCallback,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path on this site. The browser itself follows any other URL. */
  to: string
  /** The state to keep in the history entry of the page that the link leads to, or a function of the current location. */
  state?: unknown
}

/**
 * A link within the site. The server renders a plain anchor with the same markup: its handlers are never called there, and
 * preparing them took a third of the time that a list needs to render.
 */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

function ServerLink({ to, state: _, ...rest }: LinkProps) {
  return <a {...rest} href={to} />
}

type Follow = (to: string, state: unknown) => void

/** Navigates to where a link leads. The site's shell provides it; without it, the browser follows links. */
export const FollowLink = createContext<Follow | undefined>(undefined)

/** React Router's own link calls a dozen hooks, which costs too much for the dozens of links of a list. */
function BrowserLink({ to, state, onClick, ...rest }: LinkProps) {
  const follow = useContext(FollowLink)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!follow || !to.startsWith('/') || rest.target || !isPlainPress(event)) return
    event.preventDefault()
    follow(to, state)
  }
  return <a {...rest} href={to} onClick={handleClick} />
}

/** Returns whether a press is to open the link here. With a modifier key it opens a tab or a window. */
export const isPlainPress = (event: MouseEvent) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)

/** Returns the function for `FollowLink`. It stays the same, so that no link renders again after a navigation. */
export function useFollowLink(): Follow {
  const navigate = useNavigate()
  const location = useLocation()
  const latest = useRef(location)
  useEffect(() => {
    latest.current = location
  })
  return useCallback(
    (to, state) => {
      const from = latest.current
      const options = {
        state: typeof state === 'function' ? state(from) : state,
        // Like the browser, add no history entry for the page that is shown.
        replace: to === createPath(from),
      }
      // During a click, React would render the old page once more before the new one, and run all effects before it is painted.
      setTimeout(() => navigate(to, options))
    },
    [navigate],
  )
}

/** Sets aria-current: `page` on a link to the current page, `true` on one to a page above it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={ariaCurrent(props.to, pathname)} />
}

export function ariaCurrent(to: string, pathname: string): 'page' | true | undefined {
  const current = dropTrailingSlashes(pathname).toLowerCase()
  if (current === to) return 'page'
  return current.startsWith(`${to}/`) || undefined
}

/** Drops trailing slashes without a regular expression, which would take quadratic time for a long run of slashes. */
export function dropTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
