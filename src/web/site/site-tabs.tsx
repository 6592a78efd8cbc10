import {
  CirclePlusIcon,
  CircleUserRoundIcon,
  HouseIcon,
  MessageSquareIcon,
  SearchIcon,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { ariaCurrent, Link } from '../navigation/link.tsx'
import { hasMessages } from '../session/has-messages.ts'
import { useSession } from '../session/session.tsx'

const anyOf = (paths: readonly string[]) => `(?:${paths.join('|')})`

/**
 * Pages without the bar: those with buttons of their own at the bottom of phones, the pages around the login, and those
 * of moderators and admins. A listing that has a button to reach its seller hides it (`data-own-bar`).
 */
const withoutTabs = new RegExp(
  `^/${anyOf([
    `${anyOf(categories.map(({ path }) => path))}/create`,
    'messages/',
    'moving-out$',
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'moderation',
    'admin',
    'setup',
  ])}`,
)

/** The bar at the bottom of phones. It leads visitors to the login where a page is for students. */
export function SiteTabs() {
  const { pathname } = useLocation()
  const { user } = useSession()
  if (withoutTabs.test(pathname)) return null
  const unread = user?.unread ?? 0
  const tabs = [
    { to: pagePaths.home, label: 'Home', Icon: HouseIcon },
    { to: pagePaths.search(), label: 'Search', Icon: SearchIcon },
    { to: pagePaths.sell, label: 'Sell', Icon: CirclePlusIcon },
    ...(!user || hasMessages(user)
      ? [{ to: pagePaths.messages, label: 'Messages', Icon: MessageSquareIcon, unread }]
      : []),
    { to: pagePaths.dashboard, label: 'You', Icon: CircleUserRoundIcon },
  ]
  return (
    <nav
      aria-label="Places"
      className="site-tabs sticky bottom-0 z-30 border-line border-t bg-paper md:hidden print:hidden"
    >
      {tabs.map(({ to, label, Icon, unread = 0 }) => (
        <Link
          key={to}
          to={to}
          className="relative grid flex-1 justify-items-center py-2"
          aria-current={to === pathname ? 'page' : ariaCurrent(to, pathname)}
        >
          <Icon size={22} />
          {unread > 0 && (
            <span className="site-unread" aria-hidden>
              {unread}
            </span>
          )}
          <span>
            {label}
            {unread > 0 && <span className="sr-only">, {unread} unread</span>}
          </span>
        </Link>
      ))}
    </nav>
  )
}
