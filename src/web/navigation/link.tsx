import type { ComponentProps, MouseEvent } from 'react'
import { useLinkClickHandler, useLocation } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path on this site. The browser itself follows any other URL. */
  to: string
  /** The state to keep in the history entry of the page that the link leads to. */
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

/** React Router's own link also prepares prefetching, which costs too much for the dozens of links of a list. */
function BrowserLink({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, { state, target: rest.target })
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented && to.startsWith('/')) navigate(event)
  }
  return <a {...rest} href={to} onClick={follow} />
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
