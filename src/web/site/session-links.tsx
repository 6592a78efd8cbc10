import { CircleUserRoundIcon } from 'lucide-react'
import { pagePaths } from '#contract/paths.ts'
import { useLogout } from '../accounts/use-logout.ts'
import { useReturnPath } from '../accounts/use-return-path.ts'
import { Link, NavLink } from '../link.tsx'
import { Button } from '../ui/button.tsx'
import type { ButtonStyleProps } from '../ui/button-class.ts'
import { LinkButton } from '../ui/link-button.tsx'

/** For visitors. On the account pages they keep the page to return to. */
export function LoginLinks({
  variant = 'quiet',
  ...rest
}: ButtonStyleProps & { className?: string; onClick?: () => void }) {
  const { withReturnPath } = useReturnPath()
  return (
    <>
      <LinkButton as={Link} {...rest} variant={variant} to={withReturnPath(pagePaths.login())}>
        Log in
      </LinkButton>
      <LinkButton as={Link} {...rest} to={withReturnPath(pagePaths.register)}>
        Sign Up
      </LinkButton>
    </>
  )
}

/** For logged-in students; `wide` in the menu of phones. */
export function StudentLinks({ wide, onNavigate }: { wide?: boolean; onNavigate?: () => void }) {
  const { logout, isPending } = useLogout(onNavigate)
  return (
    <>
      <LinkButton
        as={NavLink}
        to={pagePaths.dashboard}
        variant={wide ? 'primary' : 'quiet'}
        size={wide ? undefined : 'small'}
        fullWidth={wide}
        className={wide ? '' : 'site-header-link'}
        onClick={onNavigate}
      >
        Dashboard
      </LinkButton>
      {wide ? (
        <LinkButton
          as={NavLink}
          to={pagePaths.account}
          variant="secondary"
          fullWidth
          onClick={onNavigate}
        >
          Account
        </LinkButton>
      ) : (
        <LinkButton
          as={NavLink}
          to={pagePaths.account}
          variant="quiet"
          size="icon"
          aria-label="Account"
          title="Account"
        >
          <CircleUserRoundIcon size={22} />
        </LinkButton>
      )}
      <Button
        variant="secondary"
        size={wide ? undefined : 'small'}
        fullWidth={wide}
        className={wide ? '' : 'site-header-link'}
        busy={isPending}
        busyLabel="Loading..."
        onClick={() => logout()}
      >
        Logout
      </Button>
    </>
  )
}
