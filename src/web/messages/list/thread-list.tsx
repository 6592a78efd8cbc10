import { useId, useLayoutEffect, useRef } from 'react'
import { useNavigationType, useParams } from 'react-router'
import { publicCategories } from '#categories/index.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { shownTitle } from '#contract/shown-title.ts'
import { pluralize } from '#format/format.ts'
import { toBackState } from '../../navigation/back-state.ts'
import { Link, NavLink } from '../../navigation/link.tsx'
import { errorMessage } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { useSession } from '../../session/session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { LoadFailed } from '../../ui/content/load-failed.tsx'
import { SkeletonText } from '../../ui/content/skeleton.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { Thread } from '../message-queries.ts'
import { formatListTime } from '../message-time.ts'
import { type usePolledThreads, usePrefetchMessages } from '../message-updates.ts'
import { readMessageDraft, type ThreadTarget } from '../sending/message-draft.ts'
import { openSendQueue } from '../sending/send-queue.ts'
import { ThreadPhoto } from '../thread-photo.tsx'
import './thread-group.css'
import './thread-row.css'

type ThreadsResult = ReturnType<typeof usePolledThreads>

/** The threads, the newest first. */
export function ThreadList({ query }: { query: ThreadsResult }) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage } = query
  const list = useRef<HTMLUListElement>(null)
  // The page's state contains no errors, so hydration starts as if the request were under way.
  const isHydrated = useHydrated()
  if (!data && error && isHydrated)
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />
  if (!data) return <LoadingThreads />
  const threads = withoutRepeated(data.pages.flatMap(({ results }) => results))
  const loadMore = async () => {
    const loaded = await query.fetchNextPage()
    // The button disappears with the last page, so focus the first new thread. It may be in a group further up.
    const known = new Set(threads.map(({ id }) => id))
    const results = loaded.data?.pages.flatMap((page) => page.results) ?? []
    const path = pagePaths.thread(results.find(({ id }) => !known.has(id))?.id ?? 0)
    list.current?.querySelector<HTMLElement>(`a[href="${path}"]`)?.focus()
  }
  return (
    <>
      <ul ref={list}>
        {groupByListing(threads).map((group) =>
          group.length > 1 ? (
            <ListingGroup key={`listing ${group[0].listing_id}`} threads={group} />
          ) : (
            <li key={group[0].id}>
              <ThreadRow thread={group[0]} />
            </li>
          ),
        )}
      </ul>
      {hasNextPage && (
        <div className="grid justify-items-center gap-3 p-4">
          {query.isFetchNextPageError && <Callout variant="danger">{errorMessage(error)}</Callout>}
          <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

type ThreadGroup = readonly [Thread, ...Thread[]]

/**
 * Puts the threads about one listing of the student together, where the newest of them is. Others stay alone: a buyer has
 * one thread about a listing.
 */
export function groupByListing(threads: readonly Thread[]): ThreadGroup[] {
  const groups = new Map<string, [Thread, ...Thread[]]>()
  for (const thread of threads) {
    const { role, listing_id, id } = thread
    const key = role === 'seller' ? `listing ${listing_id}` : `thread ${id}`
    const group = groups.get(key)
    if (group) group.push(thread)
    else groups.set(key, [thread])
  }
  return [...groups.values()]
}

/** The threads about one listing of the student, below its photo and title. */
function ListingGroup({ threads }: { threads: ThreadGroup }) {
  const [newest] = threads
  const heading = useId()
  return (
    <li className="thread-group">
      <h2 id={heading} className="thread-group-head">
        <span className="thread-group-photo">
          <ThreadPhoto thread={newest} />
        </span>
        <span dir="auto" className="thread-group-title">
          {shownTitle(newest)}
        </span>
        <ThreadStatus thread={newest} />
        <span className="thread-group-count">{pluralize(threads.length, 'student')}</span>
      </h2>
      <ul aria-labelledby={heading}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadRow thread={thread} isInGroup />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Removes repeated threads. A thread that gets a message between two requests is on both pages. */
function withoutRepeated(threads: Thread[]): Thread[] {
  const ids = new Set<number>()
  return threads.filter(({ id }) => !ids.has(id) && ids.add(id))
}

function LoadingThreads() {
  return (
    <div role="status" className="px-4">
      <span className="sr-only">Loading…</span>
      <SkeletonText lines={8} />
    </div>
  )
}

/**
 * A thread in the list: the other student, then the listing, unless the group above it names that. The whole row is a
 * link.
 */
export function ThreadRow({ thread, isInGroup = false }: { thread: Thread; isInGroup?: boolean }) {
  const { id, other, last_message, unread } = thread
  const today = useToday()
  return (
    <NavLink
      to={pagePaths.thread(id)}
      state={toBackState}
      onPointerDown={usePrefetchMessages(id)}
      className={classNames(
        'thread-row',
        isInGroup && 'thread-row-grouped',
        unread > 0 && 'font-semibold',
      )}
    >
      <span className="thread-row-person">
        <Avatar name={other.name} />
        {!isInGroup && (
          <span className="thread-row-photo">
            <ThreadPhoto thread={thread} />
          </span>
        )}
      </span>
      <span className="thread-row-text">
        <span className="thread-row-line">
          <bdi>{other.name}</bdi>
          <time dateTime={last_message.created_at} className="text-ink-2 text-sm">
            {formatListTime(last_message.created_at, today)}
          </time>
        </span>
        {!isInGroup && (
          <span className="thread-row-line text-sm">
            <span dir="auto">{shownTitle(thread)}</span>
            <ThreadStatus thread={thread} />
          </span>
        )}
        <span className="thread-row-line text-ink-2 text-sm">
          <LastText thread={thread} />
          {unread > 0 && (
            <span className="thread-row-unread">
              <span className="sr-only">{unread} unread</span>
            </span>
          )}
        </span>
      </span>
    </NavLink>
  )
}

/** The last text of a thread: the last message, or a text that was not sent. */
function LastText({ thread: { id, state, last_message } }: { thread: Thread }) {
  const unsent = useUnsentText(id)
  if (state === 'blocked') {
    return (
      <span>
        <Badge className="thread-row-badge">Blocked</Badge>
      </span>
    )
  }
  if (!unsent)
    return <FirstLine label={last_message.is_own ? 'You: ' : ''} of={last_message.body} />
  return unsent.hasFailed ? (
    <FirstLine label="Not sent: " of={unsent.text} className="text-danger" />
  ) : (
    <FirstLine label="Draft: " of={unsent.text} />
  )
}

/** The first line of a text, after a label. They are separate elements, because the text may run from right to left. */
function FirstLine({ label, of, className }: { label: string; of: string; className?: string }) {
  const [line] = of.trim().split('\n', 1)
  return (
    <span className={className}>
      {label}
      <bdi>{line}</bdi>
    </span>
  )
}

function ThreadStatus({ thread: { listing } }: { thread: Thread }) {
  if (listing?.status === 'available') return null
  return (
    <Badge className="thread-row-badge">{listing ? statusLabel(listing) : 'Unavailable'}</Badge>
  )
}

interface UnsentText {
  text: string
  /** Whether the text was sent but did not arrive. Otherwise it is a draft. */
  hasFailed: boolean
}

/**
 * The unsent text of a thread. The open thread shows its own. The other texts change only on navigation, which renders the
 * list again.
 */
function useUnsentText(threadId: number): UnsentText | undefined {
  const { user } = useSession()
  const isOpen = useParams().id === String(threadId)
  const isHydrated = useHydrated()
  return user && isHydrated && !isOpen
    ? readUnsentText({ studentId: user.id, threadId })
    : undefined
}

export function readUnsentText(target: ThreadTarget): UnsentText | undefined {
  const { unsent, isSending } = openSendQueue(target).getState()
  if (unsent[0] && !isSending) return { text: unsent[0].body, hasFailed: true }
  const text = readMessageDraft(target)
  return text ? { text, hasFailed: false } : undefined
}

export function NoThreads() {
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title="No conversations yet"
      action={publicCategories.map(({ id, labels }) => (
        <LinkButton key={id} as={Link} variant="secondary" to={pagePaths.browse(id)}>
          {labels.menu}
        </LinkButton>
      ))}
    >
      Press “Message” on a listing to ask its seller. Your chats show up here. Only the two of you
      can read them.
    </EmptyState>
  )
}

let keptTop = 0

/** Restores the scroll position of the list after Back and Forward. The router does that for the window only. */
export function useKeptScroll() {
  const element = useRef<HTMLElement>(null)
  const isHistoryNavigation = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const list = element.current
    if (list && isHistoryNavigation && isFirst.current) list.scrollTop = keptTop
    isFirst.current = false
  }, [isHistoryNavigation])
  useLayoutEffect(() => {
    const list = element.current
    return () => {
      keptTop = list?.scrollTop ?? 0
    }
  }, [])
  return element
}
