import { type MouseEvent, type ReactNode, useContext } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '../../navigation/link.tsx'
import { useReturnPath } from '../../session/use-return-path.ts'
import { ReadEmailContext, type TypedEmail } from './typed-email.ts'

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
