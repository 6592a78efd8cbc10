import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigate } from './router.tsx'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** A link to a page of this site, shown without loading the document anew. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainPress(event)) return
    event.preventDefault()
    // The address one is at already is no step that Back would undo.
    const { pathname, search, hash } = location
    navigate(to, { replace: to === pathname + search + hash })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** With a key held or another button, the browser opens a tab or a window. */
function isPlainPress(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
  const isModified = metaKey || ctrlKey || shiftKey || altKey
  return button === 0 && !isModified && (currentTarget.target || '_self') === '_self'
}

/** A link that says when it leads to the page that is shown, or to one above it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const isHere = `${pathname}/`.toLowerCase().startsWith(`${props.to}/`.toLowerCase())
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />
}

/** Shown in the place of a page, it leads to another. */
export function Navigate({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}
