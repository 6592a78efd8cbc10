import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { enqueueJob } from '../../jobs/job-queries.ts'
import { batchMailValidMs } from '../../mail/mail-batch-job.ts'
import { savedMailKind } from '../../mail/mail-kinds.ts'

/** The listings that a search has found, the newest first. */
export interface FoundListings {
  searchId: number
  listingIds: number[]
}

/** The new listings that fit a listing of the student's own, the newest first. */
export interface FoundFits {
  ownId: number
  listingIds: number[]
}

/** A change of a saved listing: its new status, a lower price, or both. */
export interface FavouriteChange {
  category: CategoryId
  listingId: number
  status?: ListingStatus
  price?: { cents: number; wasCents: number }
}

/**
 * The payload says what the email is about, but has no text: listings are read again when the email is sent. The
 * subject is logged and exported. Emails that an older version queued have the name `userId` too.
 */
export type SavedMailPayload = { subject: string; userId: number } & (
  | {
      template: 'saved-news'
      /** Each search has a limited number of listings. `hasMore` says that there are more. */
      found: (FoundListings & { hasMore: boolean })[]
      favourites: FavouriteChange[]
      /** Emails that an older version queued have none. */
      fits?: FoundFits[]
    }
  | { template: 'still-looking'; searchIds: number[] }
)

/** Queues one email per cause. Returns false if the cause already has one. */
export const enqueueSavedMail = (tx: Db, payload: SavedMailPayload, cause: string, now: number) =>
  enqueueJob(
    tx,
    {
      kind: savedMailKind,
      cause: `${savedMailKind} ${cause}`,
      payload,
      studentId: payload.userId,
      expiresAt: now + batchMailValidMs,
    },
    now,
  )

/** The log, stored rows and exports contain these subjects. The real subjects contain what students wrote. */
export const loggedSubjects = {
  found: 'New listings of saved searches',
  favourites: 'News about saved listings',
  both: 'New listings of saved searches, and news about saved listings',
  fits: 'New listings that fit',
  stillLooking: 'Still looking?',
}

export function loggedSubject(counts: { found: number; favourites: number }): string {
  if (counts.found + counts.favourites === 0) return loggedSubjects.fits
  if (counts.found === 0) return loggedSubjects.favourites
  return counts.favourites === 0 ? loggedSubjects.found : loggedSubjects.both
}
