import { createContext, type MouseEvent, type ReactNode, type RefObject, useContext } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Link } from '../../navigation/link.tsx'
import { useReturnPath } from '../../session/login-redirects.tsx'

/** The email typed on the previous account form, kept in the history entry so that no URL contains an address. */
export interface TypedEmail {
  email?: string
}

/** The email that was typed before a link led to this form. */
export function useTypedEmail(): TypedEmail {
  const { state } = useLocation()
  return typeof state?.email === 'string' ? { email: state.email } : {}
}

/** The form of an account screen sets the function; its links call it. */
export const ReadEmailContext = createContext<RefObject<(() => string | undefined) | null> | null>(
  null,
)

/** A link from one account form to another. It passes on the page to return to and the email typed so far. */
export function AccountLink({
  to,
  ...rest
}: {
  to: string
  className: string
  children: ReactNode
}) {
  const { withReturnPath } = useReturnPath()
  const navigate = useNavigate()
  const readEmail = useContext(ReadEmailContext)
  const path = withReturnPath(to)
  const takeEmailAlong = (event: MouseEvent) => {
    const email = readEmail?.current?.()
    if (!email || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(path, { state: { email } satisfies TypedEmail })
  }
  return <Link {...rest} to={path} onClick={takeEmailAlong} />
}
