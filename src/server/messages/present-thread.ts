import type { Listing } from '#contract/listing.ts'
import type { Message, Thread } from '#contract/messages.ts'
import { toIso } from '../durations.ts'
import type { ListingRow } from '../listings/listing-queries.ts'
import { presentListing } from '../listings/present-listing.ts'
import { canSee, visibleUntil } from '../policies.ts'
import type { MessageRow } from './message-queries.ts'
import { messageSignals } from './message-signals.ts'
import { studentName } from './student-name.ts'
import type { ThreadRow } from './thread-queries.ts'
import { threadTitle } from './thread-title.ts'

export function presentMessage(row: MessageRow, isBuyer: boolean): Message {
  const message = presentWithoutSignals(row, isBuyer)
  return message.is_own ? message : { ...message, signals: messageSignals(row.body) }
}

const presentWithoutSignals = (row: MessageRow, isBuyer: boolean): Message => ({
  id: row.id,
  client_id: row.client_id,
  is_own: (row.is_from_buyer === 1) === isBuyer,
  body: row.body,
  created_at: toIso(row.created_at),
  signals: [],
})

/** A thread of a response, with a listing that is not translated yet. */
export type ThreadOfListing = Omit<Thread, 'listing'> & { listing: Listing | null }

/** As one of its students sees it; `listing` is its row, if it is not deleted. */
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
    last_message: presentWithoutSignals(row.last_message, isBuyer),
    state,
  }
}

/** When the clock next changes how it is presented, without a version being bumped. */
export function threadValidUntil(
  { expires_at }: Pick<ThreadRow, 'expires_at'>,
  listing: ListingRow | undefined,
  now: number,
): number {
  const listingChangesAt = listing ? visibleUntil(listing) : 0
  return listingChangesAt > now ? Math.min(expires_at, listingChangesAt) : expires_at
}
