import {
  CircleUserRoundIcon,
  HeartIcon,
  type LucideIcon,
  MessageSquareIcon,
  ShieldIcon,
} from 'lucide-react'
import { isStaff } from '#contract/is-staff.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link, NavLink } from '../navigation/link.tsx'
import { hasMessages } from '../session/has-messages.ts'
import { useLogout } from '../session/login.ts'
import { useReturnPath } from '../session/login-redirects.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** The links for visitors. On the account pages they keep the page to return to. */
export function LoginLinks({
  variant = 'quiet',
  inHeader = false,
  ...rest
}: ButtonStyleProps & { inHeader?: boolean; onClick?: () => void }) {
  const { withReturnPath } = useReturnPath()
  return (
    <>
      <LinkButton
        as={Link}
        {...rest}
        variant={variant}
        to={withReturnPath(pagePaths.login())}
        // On phones, the bar at the bottom and the menu lead to the login, and the name of the site takes its place.
        className={inHeader ? 'site-header-link site-header-wide' : undefined}
      >
        Log in
      </LinkButton>
      <LinkButton
        as={Link}
        {...rest}
        to={withReturnPath(pagePaths.register)}
        className={inHeader ? 'site-header-link' : undefined}
      >
        Sign up
      </LinkButton>
    </>
  )
}

/** The links for logged-in students: icons in the header, or buttons (`wide`) in the menu of phones. */
export function StudentLinks({ wide, onNavigate }: { wide?: boolean; onNavigate?: () => void }) {
  const { logout, isPending } = useLogout(onNavigate)
  const { user } = useSession()
  return (
    <>
      {wide && (
        <>
          <LinkButton as={NavLink} to={pagePaths.dashboard} fullWidth onClick={onNavigate}>
            Dashboard
          </LinkButton>
          <MessagesLink wide onNavigate={onNavigate} />
        </>
      )}
      <SavedLink wide={wide} onNavigate={onNavigate} />
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
        variant={wide ? 'secondary' : 'quiet'}
        size={wide ? undefined : 'small'}
        fullWidth={wide}
        className={wide ? '' : 'site-header-link'}
        busy={isPending}
        busyLabel="Loading..."
        onClick={() => logout()}
      >
        Log out
      </Button>
    </>
  )
}

interface IconLinkProps {
  wide?: boolean | undefined
  onNavigate?: (() => void) | undefined
}

export function SavedLink({ wide, onNavigate }: IconLinkProps) {
  return (
    <IconLink
      to={pagePaths.saved}
      label="Saved"
      Icon={HeartIcon}
      iconClass="site-saved-icon"
      wide={wide}
      onClick={onNavigate}
    />
  )
}

/** A link with the number of unread threads. Renders nothing for a student without messages. */
export function MessagesLink({ wide, onNavigate }: IconLinkProps) {
  const { user } = useSession()
  // The link keeps its place until the session has loaded.
  if (user && !hasMessages(user)) return null
  return (
    <IconLink
      to={pagePaths.messages}
      label="Messages"
      Icon={MessageSquareIcon}
      unread={user?.unread ?? 0}
      wide={wide}
      onClick={onNavigate}
    />
  )
}

/** A link that is an icon in the bar, and a button with text in the menu of phones. */
function IconLink({
  label,
  Icon,
  iconClass,
  wide,
  unread = 0,
  ...link
}: {
  to: string
  label: string
  Icon: LucideIcon
  iconClass?: string
  unread?: number | undefined
  wide: boolean | undefined
  onClick: (() => void) | undefined
}) {
  const name = unread > 0 ? `${label}, ${unread} unread` : label
  const count = unread > 0 && <span className="site-unread">{unread}</span>
  return wide ? (
    <LinkButton as={NavLink} {...link} variant="secondary" fullWidth aria-label={name}>
      {label}
      {count}
    </LinkButton>
  ) : (
    <LinkButton as={NavLink} {...link} variant="quiet" size="icon" aria-label={name} title={name}>
      <Icon size={22} {...(iconClass && { className: iconClass })} />
      {count}
    </LinkButton>
  )
}
