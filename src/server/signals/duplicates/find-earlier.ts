import { duplicateDays } from '#contract/duplicates.ts'
import { dayMs } from '../../durations.ts'
import {
  countDifferentBits,
  maxDifferentBits,
  type PhotoHash,
} from '../../photos/difference-hash.ts'
import { type ComparableTitle, createTitleComparison } from './compare-titles.ts'

/** The facts by which two listings of one student and category are compared. */
export interface ComparedListing {
  id: number
  title: ComparableTitle
  /** Wanted listings are not compared with offers: a student who looks for a lamp does not sell that lamp. */
  isWanted: boolean
  cover: { url: string; hash: PhotoHash | undefined } | undefined
  postedAt: number
  /** When the listing was last posted or renewed. */
  postedOrRenewedAt: number
}

export interface Likeness {
  /** A number from 0.9 to 1, or 0 if the titles are not alike. */
  title: number
  /** How many bits of the covers' hashes differ, up to `maxDifferentBits`, or undefined if the photos differ. */
  coverBits: number | undefined
}

const windowMs = duplicateDays * dayMs

/** Yields the listings among `others` that show the same thing and were posted before, in their order. */
export function* findEarlier<Other extends ComparedListing>(
  listing: ComparedListing,
  others: readonly Other[],
): Generator<{ earlier: Other; likeness: Likeness }, undefined> {
  const titleLikeness = createTitleComparison(listing.title)
  for (const earlier of others) {
    if (!isBefore(earlier, listing) || earlier.isWanted !== listing.isWanted) continue
    if (earlier.postedOrRenewedAt < listing.postedAt - windowMs) continue
    const likeness = {
      title: titleLikeness(earlier.title),
      coverBits: differentBits(earlier.cover, listing.cover),
    }
    if (likeness.title > 0 || likeness.coverBits !== undefined) yield { earlier, likeness }
  }
}

const isBefore = (one: ComparedListing, other: ComparedListing) =>
  one.postedAt < other.postedAt || (one.postedAt === other.postedAt && one.id < other.id)

function differentBits(one: ComparedListing['cover'], other: ComparedListing['cover']) {
  if (!one || !other) return undefined
  if (one.url === other.url) return 0
  if (!one.hash || !other.hash) return undefined
  const bits = countDifferentBits(one.hash, other.hash)
  return bits <= maxDifferentBits ? bits : undefined
}
