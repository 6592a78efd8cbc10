import type { ComponentProps } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Kept in the history entry of the page that it leads to. */
  state?: unknown
}

/**
 * React Router's link. On the server a plain anchor with the same markup: its handlers are never called there, and
 * preparing them took a third of the time in which a list is rendered.
 */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

function ServerLink({ to, state: _, ...rest }: LinkProps) {
  return <a {...rest} href={to} />
}

function BrowserLink(props: LinkProps) {
  // Without the attribute with which the framework mode finds links.
  return <RouterLink discover="none" {...props} />
}

/** Sets aria-current: `page` on a link to the current page, `true` on one to a page above it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  return <Link {...props} aria-current={ariaCurrent(props.to, pathname)} />
}

export function ariaCurrent(to: string, pathname: string): 'page' | true | undefined {
  const current = pathname.toLowerCase().replace(/\/+$/, '')
  if (current === to) return 'page'
  return current.startsWith(`${to}/`) || undefined
}
