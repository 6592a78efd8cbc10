import { isListed, statusAt } from '#contract/listing-status.ts'
import type { Thread, ThreadOffers } from '#contract/messages.ts'
import { movesOf, offerStateAt, takesOffers } from '#contract/offer-rules.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { readContent } from '../../listings/present-listing.ts'
import type { ThreadRow } from '../thread-queries.ts'
import { findLastOffer } from './offer-queries.ts'

interface OfferReading {
  listing: ListingRow | undefined
  state: Thread['state']
  now: number
}

/** Reads what a student needs to make or answer an offer, and when the clock changes it. */
export async function readOffers(
  db: Db,
  thread: Pick<ThreadRow, 'id' | 'is_buyer'>,
  { listing, state: threadState, now }: OfferReading,
): Promise<{ offers: ThreadOffers; validUntil: number }> {
  const row = await findLastOffer(db, thread.id)
  const status = listing && statusAt(listing, now)
  const isThreadOpen = threadState === 'open'
  const state = row && offerStateAt(row, { now, status, isThreadOpen })
  const isOwn = row?.is_from_buyer === thread.is_buyer
  const canOffer =
    isThreadOpen &&
    listing !== undefined &&
    status !== undefined &&
    isListed(status) &&
    state !== 'open' &&
    state !== 'accepted' &&
    takesOffers({ ...readContent(listing), isFirm: listing.is_firm === 1 })
  return {
    offers: {
      can_offer: canOffer,
      last:
        row && state
          ? {
              id: row.message_id,
              amount: row.amount_cents / 100,
              is_own: isOwn,
              state,
              ends_at: toIso(row.expires_at),
              moves: isThreadOpen ? movesOf(state, { isOwn, status }) : [],
            }
          : null,
    },
    validUntil: row && state === 'open' ? row.expires_at : Infinity,
  }
}
