import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { perCampus } from '#campus/campus.ts'
import type { CategoryId } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import type { Message, Thread } from '#contract/messages.ts'
import { maxSignalsOnMessage } from '#contract/signal-rules.ts'
import type { Signal } from '#contract/signals.ts'
import { serverCategories } from '../categories/index.ts'
import { toIso } from '../durations.ts'
import type { ListingRow } from '../listings/listing-queries.ts'
import { presentListing } from '../listings/present-listing.ts'
import { canSee, visibleUntil } from '../policies.ts'
import type { PersonRow } from '../students/person.ts'
import { messageWordSignals } from '../words/word-signals.ts'
import { type MessageRow, readStructured } from './message-queries.ts'
import type { ThreadRow } from './thread-queries.ts'

/** Presents a message to one of its two students. The category is that of the thread. */
export function presentReadMessage(
  row: MessageRow,
  isBuyer: boolean,
  category: CategoryId,
): Message {
  const message = presentMessage(row, isBuyer)
  return message.is_own ? message : { ...message, signals: messageSignals(row.body, category) }
}

/** Presents a message without its signals, which its writer never sees. */
export function presentMessage(row: MessageRow, isBuyer: boolean): Message {
  const structured = readStructured(row)
  return {
    id: row.id,
    client_id: row.client_id,
    is_own: (row.is_from_buyer === 1) === isBuyer,
    body: row.body,
    created_at: toIso(row.created_at),
    signals: [],
    ...(structured && { structured }),
  }
}

/** A thread of a response, with a listing that is not translated yet. */
export type ThreadOfListing = Omit<Thread, 'listing'> & { listing: Listing | null }

/** Presents a thread to one of its students. `listing` is the row of its listing, unless that is deleted. */
export function presentThread(
  row: ThreadRow,
  listing: ListingRow | undefined,
  state: Thread['state'],
  now: number,
): ThreadOfListing {
  const { other_first_name: first_name, other_last_name: last_name } = row
  const isBuyer = row.is_buyer === 1
  const isVisible = listing && canSee(isBuyer ? 'student' : 'owner', listing, now)
  return {
    id: row.id,
    category: row.category,
    listing_id: row.listing_id,
    title: threadTitle(row, listing),
    listing: isVisible ? presentListing(listing, now, 'full') : null,
    role: isBuyer ? 'buyer' : 'seller',
    other: { id: row.other_id, name: studentName({ first_name, last_name }) },
    unread: row.unread,
    last_message: presentMessage(row.last_message, isBuyer),
    state,
  }
}

/** Returns when the clock next changes how the thread looks. No version is bumped at that time. */
export function threadValidUntil(
  { expires_at }: Pick<ThreadRow, 'expires_at'>,
  listing: ListingRow | undefined,
  now: number,
): number {
  const listingChangesAt = listing ? visibleUntil(listing) : 0
  return listingChangesAt > now ? Math.min(expires_at, listingChangesAt) : expires_at
}

interface TitledThread {
  /** The listing's title at the time of the last message. It is empty if the listing was taken down. */
  title: string
  is_buyer: number
}

/**
 * Returns the title for one of the two students. The buyer gets no title while the listing is taken down by a moderator
 * or by reports.
 */
export function threadTitle(
  { title, is_buyer }: TitledThread,
  listing: { title: string; status: ListingStatus } | undefined,
): string | null {
  if (!listing) return title || null
  return is_buyer === 1 && isTakenDown(listing.status) ? null : listing.title
}

/** Returns the name of a student as the other student of the thread reads it. */
export const studentName = ({ first_name, last_name }: PersonRow): string =>
  first_name === null ? 'Deleted account' : `${first_name} ${last_name}`.trim()

/**
 * Returns the warnings about a message's words for its reader, one for each rule and no more than a few. The sender does
 * not see them.
 */
export function messageSignals(body: string, category: CategoryId): Signal[] {
  const { isHome = false } = serverCategories[category]
  const key = hash('sha256', `${isHome} ${body}`)
  return knownSignals().memo(key, { context: { body, isHome } })
}

/**
 * The signals of messages that were read lately, by hash, so that no text stays in memory. A hostile message takes
 * milliseconds, and a conversation is read often.
 */
const knownSignals = perCampus(
  () =>
    new LRUCache<string, Signal[], { body: string; isHome: boolean }>({
      max: 10_000,
      memoMethod: (_key, _stale, { context }) => findSignals(context),
    }),
)

function findSignals({ body, isHome }: { body: string; isHome: boolean }): Signal[] {
  const byRule = new Map(
    messageWordSignals(body, { isHome }).map((signal) => [signal.rule, signal]),
  )
  return Array.from(byRule.values(), ({ kind, sentence, advice }) => ({
    kind,
    sentence,
    advice,
  })).slice(0, maxSignalsOnMessage)
}
