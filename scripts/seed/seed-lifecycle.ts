import type { ListingFacts } from '#contract/listing.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { dayMs } from '#server/durations.ts'
import { listingEnd } from '#server/listings/lifecycle/listing-end.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Lifecycle {
  status: ListingStatus
  statusChangedAt: number
  endsAt: number
  renewedAt: number | null
}

/** Decides what has happened to a random listing by now. If it is still listed after its first end, it was renewed. */
export function seedLifecycle(
  listing: ListingFacts,
  { postedAt, now, ended }: { postedAt: number; now: number; ended: number },
  { chance, integer }: SeededRandom,
): Lifecycle {
  const firstEnd = listingEnd(listing, postedAt)
  const hasPassed = firstEnd <= now
  if (chance(ended)) {
    const life = { endsAt: firstEnd, renewedAt: null }
    if (hasPassed && chance(0.7)) {
      return { ...life, status: 'expired', statusChangedAt: firstEnd }
    }
    const soldAt = integer(postedAt, Math.min(firstEnd, now))
    return { ...life, status: 'sold', statusChangedAt: soldAt }
  }
  const renewedAt = hasPassed ? integer(now - 7 * dayMs, now) : null
  return {
    status: chance(0.05) ? 'pending' : 'available',
    statusChangedAt: renewedAt ?? postedAt,
    endsAt: renewedAt === null ? firstEnd : listingEnd(listing, renewedAt),
    renewedAt,
  }
}
