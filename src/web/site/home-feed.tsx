import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { SmallCardRow } from '../listings/cards/small-card-row.tsx'
import { endText } from '../listings/dashboard/status-text.ts'
import { dashboardCardPath } from '../listings/listing-urls.ts'
import { CategoryLinks } from '../listings/search/category-links.tsx'
import { SearchEverywhere } from '../listings/search/search-form.tsx'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { useSession } from '../session/session.tsx'
import { SkeletonCard } from '../ui/content/skeleton.tsx'
import { Chip } from '../ui/controls/chip.tsx'
import { type Home, homeQuery } from './home-query.ts'

/** The top of the landing page for a logged-in student: what is new for them. Parts without news are left out. */
export function HomeFeed() {
  const { user } = useSession()
  const { data: home, isPending } = useQuery(homeQuery(useApi(), user))
  return (
    <div className="page-width pt-6 pb-8">
      <h1 className="title-2">
        Welcome
        {user && (
          <>
            , <bdi>{user.firstName}</bdi>
          </>
        )}
      </h1>
      <div className="mt-4 grid gap-3 lg:grid-cols-[1fr_auto]">
        <SearchEverywhere />
        <CategoryLinks compact />
      </div>
      {home ? <Parts home={home} /> : isPending && <Loading />}
    </div>
  )
}

function Parts({ home }: { home: Home }) {
  const { unread, ending, searches, matches, price_drops, fresh } = home
  const hasNews = [unread, ending, matches, price_drops].some(({ length }) => length > 0)
  const rows = [
    {
      id: 'home-matches',
      heading: 'New for your saved searches',
      link: <All to={`${pagePaths.saved}#searches`}>All saved searches</All>,
      note: <Searches searches={searches} />,
      listings: matches,
    },
    {
      id: 'home-drops',
      heading: 'Price drops',
      link: <All to={pagePaths.saved}>All saved</All>,
      listings: price_drops,
    },
    {
      id: 'home-fresh',
      heading: 'Just listed',
      link: <All to={pagePaths.search()}>Search everything</All>,
      listings: fresh,
    },
  ]
  return (
    <>
      {!hasNews && <NothingNew />}
      {unread.length + ending.length > 0 && (
        <div className="mt-6 grid gap-4 lg:auto-cols-fr lg:grid-flow-col">
          <Unread unread={unread} />
          <Ending ending={ending} />
        </div>
      )}
      {rows
        .filter(({ listings }) => listings.length > 0)
        .map((row) => (
          <SmallCardRow key={row.id} {...row} className="mt-8" />
        ))}
    </>
  )
}

function All({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link py-1.5 font-semibold">
      {children}
    </Link>
  )
}

/** For a new student, who has saved nothing yet and has no messages. */
function NothingNew() {
  return (
    <p className="mt-3 text-ink-2">
      Save a search, or tap the heart on a listing. You'll see new matches and price drops here.
    </p>
  )
}

function Searches({ searches }: { searches: Home['searches'] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {searches.map(({ id, category, query, label, count, more }) => (
        <li key={id} className="min-w-0">
          <Chip as={Link} to={pagePaths.browse(category, query)} active={false}>
            <span className="flex">
              <span className="truncate">{label}</span>
              <span className="flex-none whitespace-pre">
                {' · '}
                <strong className="font-semibold">{`${count}${more ? '+' : ''} new`}</strong>
              </span>
            </span>
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function Lines({
  id,
  heading,
  link,
  children,
}: {
  id: string
  heading: string
  link: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="panel">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="title-4">
          {heading}
        </h2>
        {link}
      </div>
      <ul className="mt-1 -mb-3 divide-y divide-line">{children}</ul>
    </section>
  )
}

const lineClass =
  'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 hover:underline'

function Unread({ unread }: Pick<Home, 'unread'>) {
  if (unread.length === 0) return null
  return (
    <Lines
      id="home-unread"
      heading="Unread messages"
      link={<All to={pagePaths.messages}>All messages</All>}
    >
      {unread.map(({ id, name, title, unread: count }) => (
        <li key={id}>
          <Link to={pagePaths.thread(id)} className={lineClass}>
            <span className="min-w-0">
              <bdi className="font-semibold">{name}</bdi>
              {title && (
                <>
                  {' about '}
                  <bdi>{title}</bdi>
                </>
              )}
            </span>
            <span className="text-ink-2 text-sm">{`${count} unread`}</span>
          </Link>
        </li>
      ))}
    </Lines>
  )
}

function Ending({ ending }: Pick<Home, 'ending'>) {
  const today = useToday()
  const [first] = ending
  if (!first) return null
  return (
    <Lines
      id="home-ending"
      heading="Your listings ending soon"
      link={
        <All to={dashboardCardPath(first)}>{ending.length === 1 ? 'Renew it' : 'Renew them'}</All>
      }
    >
      {ending.map(({ category, id, title, ends_at }) => (
        <li key={id}>
          <Link to={pagePaths.listing(category, id)} className={lineClass}>
            <bdi className="min-w-0 font-semibold">{title}</bdi>
            <span className="text-ink-2 text-sm">{endText(Date.parse(ends_at), today)}</span>
          </Link>
        </li>
      ))}
    </Lines>
  )
}

/** Has the height of a row of cards, so that less moves when the feed arrives. */
function Loading() {
  return (
    <div role="status" className="mt-8">
      <span className="sr-only">Loading…</span>
      <div className="card-grid">
        {[0, 1, 2, 3].map((index) => (
          <SkeletonCard key={index} />
        ))}
      </div>
    </div>
  )
}
