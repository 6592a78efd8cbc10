import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { isUnmodifiedClick } from './is-unmodified-click.ts'
import { useLocation, useNavigate } from './router.tsx'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** Navigates without loading a new document. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const opensHere = (event.currentTarget.target || '_self') === '_self'
    if (event.defaultPrevented || !opensHere || !isUnmodifiedClick(event)) return
    event.preventDefault()
    // A link to the current URL adds no history entry.
    const { pathname, search, hash } = location
    navigate(to, { replace: to === pathname + search + hash })
  }
  return <a {...rest} href={to} onClick={handleClick} />
}

/** Sets aria-current on a link to the current page or to a parent of it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const isActive = `${pathname}/`.toLowerCase().startsWith(`${props.to}/`.toLowerCase())
  return <Link {...props} aria-current={isActive ? 'page' : undefined} />
}

/** Redirects when it is rendered. */
export function Navigate({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}
