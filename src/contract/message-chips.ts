import { findUniversity } from '#campus/campus.ts'
import type { MeetUpSpot } from '#campus/campus-settings.ts'
import { categories } from '#categories/index.ts'
import { categoryOf, type ListingFacts } from './listing.ts'
import { wantedLabel } from './listing-fields.ts'
import { isListed, type ListingStatus } from './listing-status.ts'

// Suggested texts that a chip puts into the message, where they can be edited. A buyer may send one as the first message.

interface Chips {
  /** Texts for the owner of the listing. The last one says that the thing is sold, and offers to mark the listing so. */
  readonly owner: readonly string[]
  /** Texts for other students, besides the questions of the category. */
  readonly reader: readonly string[]
  /** Texts for other students once the listing is sold or has ended. */
  readonly readerLater: readonly string[]
}

const offered: Chips = {
  owner: ['Yes, it is still available.', 'Sorry, it is gone.'],
  reader: [],
  readerLater: ['Please tell me if it is available again.'],
}

/** Texts for a wanted listing: the owner is looking for the thing, and others have it. */
const wanted: Chips = {
  owner: ['Yes, I am still looking.', 'Sorry, I have found one.'],
  reader: ['I have one. Are you still looking?', 'I can send you photos of it.'],
  readerLater: ['Please tell me if you need another one.'],
}

const soldChips = [offered, wanted].map(({ owner }) => owner.at(-1))

/** Whether a text says that the thing is sold or found. */
export const isSoldChip = (text: string): boolean => soldChips.includes(text)

const meetUpText = (spot: MeetUpSpot) => `I can meet at ${spot.name} on …`

/** Suggests a place at the writer's own university. */
function meetUpChips(email: string): string[] {
  const [spot] = findUniversity(email)?.meetUpSpots ?? []
  return spot ? [meetUpText(spot)] : []
}

/** Returns suggested messages about a listing. The status is missing if the student can no longer see the listing. */
export function messageChips(
  listing: ListingFacts & { status?: ListingStatus },
  { role, email }: { role: 'buyer' | 'seller'; email: string },
): string[] {
  const { questions } = categoryOf(listing)
  const isWantedOne = wantedLabel(listing) !== undefined
  const chips = isWantedOne ? wanted : offered
  const isLive = listing.status !== undefined && isListed(listing.status)
  const meetUp = meetUpChips(email)
  if (role === 'buyer') {
    if (!isLive) return [...chips.readerLater, ...meetUp]
    return [...(isWantedOne ? [] : questions), ...chips.reader, ...meetUp]
  }
  if (!isLive) return [...chips.owner.filter(isSoldChip), ...meetUp]
  // The owner of a wanted listing is the buyer, so they get the buyer's questions.
  return [...chips.owner, ...(isWantedOne ? questions : []), ...meetUp]
}

/** Whether a first message is one of our suggested texts, unchanged. */
export function isChip(email: string, text: string): boolean {
  const texts = categories.flatMap(({ questions }) => questions)
  return [...texts, ...wanted.reader, ...meetUpChips(email)].includes(text)
}
