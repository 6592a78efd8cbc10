import { createContext, type MouseEvent, type ReactNode, type RefObject, useContext } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Link } from '../../navigation/link.tsx'
import { useReturnPath } from '../../session/login-redirects.tsx'

/** In the history entry of an account form: what was typed on the one before. An address is in no URL. */
export interface TypedEmail {
  email?: string
}

/** For the form that a link of another one led to. */
export function useTypedEmail(): TypedEmail {
  const { state } = useLocation()
  return typeof state?.email === 'string' ? { email: state.email } : {}
}

/** Of an account screen: its form sets the function, its links call it. */
export const ReadEmailContext = createContext<RefObject<(() => string | undefined) | null> | null>(
  null,
)

/** From one account form to another, with the page to return to and the email typed so far. */
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
