import type { ReactNode } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** Leads visitors to the sign-up. Students have joined: theirs leads to what they can post. */
export function JoinButton({
  children,
  ...rest
}: ButtonStyleProps & { className?: string; children: ReactNode }) {
  const { isLoggedIn } = useSession()
  return (
    <LinkButton as={Link} to={isLoggedIn ? pagePaths.sell : pagePaths.register} {...rest}>
      {isLoggedIn ? 'Post a listing' : children}
    </LinkButton>
  )
}
