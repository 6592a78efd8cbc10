import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../navigation/head.ts'
import { ariaCurrent, Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { rowFade } from '../ui/controls/row-fade.ts'
import './moderation-shell.css'
import { isFromQueue } from './queue/queue-navigation.ts'

const tabs = [
  { to: pagePaths.moderation(), label: 'Queue' },
  { to: pagePaths.moderatedStudents(), label: 'Students' },
  { to: pagePaths.moderationLog(), label: 'Log' },
  { to: pagePaths.moderationFigures, label: 'Figures' },
]
const adminTabs = [
  ...tabs,
  { to: pagePaths.admin, label: 'Overview' },
  { to: pagePaths.roles, label: 'Roles' },
  { to: pagePaths.settings, label: 'Settings' },
]

/** The frame of every page for moderators: tabs, the title, and beside it the controls of the whole page. */
export function ModerationShell({
  title,
  beside,
  children,
}: {
  title: string
  beside?: ReactNode
  children: ReactNode
}) {
  useHead({ title: `${title} · Moderation · ${campus.brand}`, description: 'For moderators.' })
  return (
    <div data-eager-script className="page-width pt-4 pb-12">
      <Tabs />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 lg:mt-8">
        <h1 dir="auto" className="title-2 min-w-0 leading-[1.2]">
          {title}
        </h1>
        {beside}
      </div>
      {children}
    </div>
  )
}

/** Pages without a tab of their own. They open from the page of another tab, and count as part of it. */
const parents: Record<string, string> = {
  [pagePaths.handover]: pagePaths.roles,
  [pagePaths.announcements]: pagePaths.settings,
}

const shownUnder = (pathname: string) =>
  pathname in parents ? `${parents[pathname]}${pathname}` : pathname

function Tabs() {
  const { pathname, search } = useLocation()
  const shown = useSession().user?.role === 'admin' ? adminTabs : tabs
  // All other paths start with the queue's path, so the queue is the tab of pages that have no other.
  const current = isFromQueue(new URLSearchParams(search))
    ? shown[0]
    : shown.findLast(({ to }) => ariaCurrent(to, shownUnder(pathname)))
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector(`[href="${current?.to}"]`)
    if (!row.current || !tab) return
    // This sets the row's own scroll position, because scrollIntoView would move the page too.
    const { left, right } = tab.getBoundingClientRect()
    const bounds = row.current.getBoundingClientRect()
    if (left < bounds.left || right > bounds.right) row.current.scrollLeft += left - bounds.left
  }, [current?.to])
  return (
    <nav aria-label="Moderation" className="border-line border-b print:hidden">
      <ul ref={row} className={`moderation-shell-tabs ${rowFade}`}>
        {shown.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              aria-current={tab === current ? ariaCurrent(tab.to, shownUnder(pathname)) : undefined}
              className="moderation-shell-tab"
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
