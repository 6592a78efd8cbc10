import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import type { OwnListing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatNumber } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { postingRefusal } from '../../session/posting-refusal.ts'
import { useSession } from '../../session/session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { Skeleton, SkeletonText } from '../../ui/content/skeleton.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { SavedCard } from '../listing-urls.ts'
import { OwnListingCard } from './own-listing-card.tsx'
import { ownListingsQuery } from './own-listings-query.ts'
import { countByStatus, endsSoon } from './status-text.ts'
import './count-card.css'

/**
 * How many cards the server renders. The browser adds the others. Rendering hundreds of cards would hold up the requests
 * of everyone else.
 */
const maxListedFromServer = 8
const maxEndedFromServer = 2

/** The student's listings in one category. Each section loads and fails on its own. */
export function OwnListingsSection({
  category,
  studentId,
}: {
  category: AnyCategory
  studentId: number
}) {
  const { labels, path } = category
  const { user } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isFetching, refetch } = useQuery(ownListingsQuery(useApi(), category, studentId))
  const hasDeleted = useRef(false)
  // The focus was on the deleted listing's button. Once the list is refetched, move it to the heading.
  useEffect(() => {
    if (!data || !hasDeleted.current) return
    hasDeleted.current = false
    heading.current?.focus({ preventScroll: true })
  }, [data])
  const markDeleted = () => {
    hasDeleted.current = true
  }
  const { listed, ended } = useCardPlaces(data ?? [])
  const isHydrated = useHydrated()
  /** A category without listings takes one line. */
  const isLine = data?.length === 0
  const fold = useOpenFoldOfAnchor(data !== undefined && isHydrated)
  return (
    <section
      aria-labelledby={path}
      className={isLine ? 'mt-4 border-line border-t pt-4' : 'mt-10 lg:mt-14'}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-3',
          !isLine && 'mb-4 gap-y-3',
        )}
      >
        <div
          className={classNames(
            'flex min-w-0 flex-wrap items-baseline gap-x-3',
            // Beside less than this, the button moves below.
            isLine && 'flex-1 basis-64',
          )}
        >
          <h2
            id={path}
            ref={heading}
            tabIndex={-1}
            className={classNames(
              'min-w-0 scroll-mt-6 outline-none',
              isLine ? 'title-4' : 'title-3',
            )}
          >
            {labels.dashboard}
          </h2>
          {isLine && <p className="text-ink-2">{labels.emptyList}</p>}
        </div>
        {!postingRefusal(user) && (
          <LinkButton
            as={Link}
            to={pagePaths.create(category.id)}
            variant={isLine ? 'quiet' : 'secondary'}
            size="small"
            // Its text begins where the heading does, or ends where the line does.
            className={isLine ? 'max-xs:-ml-4.25 xs:-mr-4.25' : ''}
          >
            <PlusIcon size={18} />
            {labels.add}
          </LinkButton>
        )}
      </div>
      {!isLine && contents()}
    </section>
  )

  function contents(): ReactNode {
    if (!data && isFetching) return <Loading plural={labels.plural} />
    if (!data) return <Failed plural={labels.plural} onRetry={() => refetch()} />
    const count = countByStatus(ended.filter(({ status }) => !isListed(status)))
    return (
      <>
        {listed.length > 0 ? cards(listed, maxListedFromServer) : <Empty>{labels.emptyList}</Empty>}
        {ended.length > 0 && (
          <details ref={fold} className="mt-4">
            <summary className="cursor-pointer rounded-chip py-2.5 font-semibold">
              No longer listed{' '}
              <span className="font-normal text-ink-2">{count && `· ${count}`}</span>
            </summary>
            <div className="mt-2">{cards(ended, maxEndedFromServer)}</div>
          </details>
        )}
      </>
    )
  }

  function cards(listings: OwnListing[], maxFromServer: number) {
    const missing = isHydrated ? 0 : Math.max(listings.length - maxFromServer, 0)
    return (
      <>
        <ul className="own-listing-card-list grid grid-cols-1 gap-4 lg:grid-cols-2">
          {listings.slice(0, listings.length - missing).map((listing) => (
            <li key={listing.id}>
              <OwnListingCard listing={listing} onDeleted={markDeleted} />
            </li>
          ))}
        </ul>
        {missing > 0 && (
          <noscript>
            <p className="mt-4 text-ink-2">
              Turn on JavaScript to see {formatNumber(missing)} more.
            </p>
          </noscript>
        )}
      </>
    )
  }
}

/** Opens the fold that contains the anchor. Not every browser does that, and the server does not know the anchor. */
function useOpenFoldOfAnchor(isLoaded: boolean) {
  const { hash, key } = useLocation()
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const card = isLoaded && key && document.getElementById(hash.slice(1))
    if (!card || !fold.current?.contains(card)) return
    fold.current.open = true
    card.scrollIntoView()
  }, [hash, key, isLoaded])
  return fold
}

function Empty({ children }: { children: ReactNode }) {
  return <p className="text-ink-2">{children}</p>
}

function Failed({ plural, onRetry }: { plural: string; onRetry: () => void }) {
  return (
    <Callout variant="danger">
      <p>We couldn't load your {plural}.</p>
      <Button variant="secondary" size="small" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Callout>
  )
}

function Loading({ plural }: { plural: string }) {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">Loading your {plural}…</span>
      <div className="flex gap-4 rounded-card border border-line bg-card p-4">
        <Skeleton className="aspect-[4/3] w-28 flex-none rounded-control sm:w-40" />
        <div className="flex-1">
          <SkeletonText lines={3} />
        </div>
      </div>
    </div>
  )
}

interface Place {
  id: number
  hasEnded: boolean
}

/**
 * Adds places for new listings at the front, first for those that end soon, the next end first. A listing keeps the place
 * that it first had.
 */
export function addCardPlaces(
  places: readonly Place[],
  listings: readonly OwnListing[],
  today: string,
) {
  const known = new Set(places.map(({ id }) => id))
  const endOf = (listing: OwnListing) =>
    endsSoon(listing, today) ? Date.parse(listing.endsAt) : Number.MAX_VALUE
  const added = listings
    .filter(({ id }) => !known.has(id))
    .sort((one, other) => endOf(one) - endOf(other))
  if (added.length === 0) return places
  return [...added.map((listing) => ({ id: listing.id, hasEnded: hasEnded(listing) })), ...places]
}

/**
 * Whether a listing has ended. One that waits for a moderator or can be appealed does not count, so that nobody overlooks
 * it.
 */
const hasEnded = ({ status, moderation }: OwnListing) =>
  !isListed(status) && status !== 'hidden' && !moderation?.appeal_until && !moderation?.appealed_at

/**
 * The listings in their places. A card keeps its place until the page is opened again. If a card moved when it is sold or
 * renewed, the second click of a double click would press a button of another card.
 */
function useCardPlaces(listings: readonly OwnListing[]) {
  const [places, setPlaces] = useState<readonly Place[]>([])
  const current = addCardPlaces(places, listings, useToday())
  if (current !== places) setPlaces(current)
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  const listingsAt = (hasEnded: boolean) =>
    current.filter((place) => place.hasEnded === hasEnded).flatMap(({ id }) => byId.get(id) ?? [])
  return { listed: listingsAt(false), ended: listingsAt(true) }
}

/** The number of the student's listed and sold listings in a category, with a link to their section. */
export function CountCard({ category, studentId }: { category: AnyCategory; studentId: number }) {
  const { data } = useQuery(ownListingsQuery(useApi(), category, studentId))
  const listed = data?.filter(({ status }) => isListed(status))
  const sold = data?.filter(({ status }) => status === 'sold') ?? []
  return (
    <Link
      to={`${pagePaths.dashboard}#${category.path}`}
      className="count-card rounded-card border border-line bg-card text-ink-2 text-sm transition hover:border-field sm:text-base"
    >
      <span
        className={classNames('count-card-number figure', Boolean(listed?.length) && 'text-ink')}
      >
        {listed ? formatNumber(listed.length) : '–'}
      </span>
      <span className="count-card-label">{category.labels.dashboard}</span>
      <span className="count-card-sold">{countByStatus(sold)}</span>
    </Link>
  )
}

/** Scrolls to the listing that was just saved. Back and a reload restore the scroll position instead. */
export function useScrollToSavedCard(isLoaded: boolean) {
  const state: SavedCard | null = useLocation().state
  const isNew = useNavigationType() === 'PUSH'
  // A new listing is on the card at the top, which offers to share it.
  const anchor = isNew && !state?.isPosted && state?.savedCard
  useEffect(() => {
    if (!isLoaded || !anchor) return
    document.getElementById(anchor)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isLoaded, anchor])
}
