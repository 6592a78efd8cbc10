import { CircleUserRoundIcon, type LucideIcon, ShieldIcon } from 'lucide-react'
import { isStaff } from '#contract/is-staff.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../accounts/session.tsx'
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
  const { user } = useSession()
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
      {isStaff(user) && (
        <IconLink
          to={pagePaths.moderation()}
          label="Moderation"
          Icon={ShieldIcon}
          wide={wide}
          onClick={onNavigate}
        />
      )}
      <IconLink
        to={pagePaths.account}
        label="Account"
        Icon={CircleUserRoundIcon}
        wide={wide}
        onClick={onNavigate}
      />
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

/** An icon in the bar, a button with text in the menu of phones. */
function IconLink({
  label,
  Icon,
  wide,
  ...link
}: {
  to: string
  label: string
  Icon: LucideIcon
  wide: boolean | undefined
  onClick: (() => void) | undefined
}) {
  return wide ? (
    <LinkButton as={NavLink} {...link} variant="secondary" fullWidth>
      {label}
    </LinkButton>
  ) : (
    <LinkButton as={NavLink} {...link} variant="quiet" size="icon" aria-label={label} title={label}>
      <Icon size={22} />
    </LinkButton>
  )
}
