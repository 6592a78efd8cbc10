import { findUniversity } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { categoryOf, type ListingFacts } from './listing.ts'
import { wantedLabel } from './listing-fields.ts'
import { isListed, type ListingStatus } from './listing-status.ts'

// Texts that a chip puts into the message, where they can be edited. A buyer of some listing may send one as the first.

interface Chips {
  /** For the student whose listing it is. The last one says that it is sold, and offers to mark it. */
  readonly owner: readonly string[]
  /** For the others, beside the questions of the category. */
  readonly reader: readonly string[]
  /** For the others, once it is sold or has ended. */
  readonly readerLater: readonly string[]
}

const offered: Chips = {
  owner: ['Yes, it is still available.', 'Sorry, it is gone.'],
  reader: [],
  readerLater: ['Please tell me if it is available again.'],
}

/** The owner is looking for the thing, and the others have it. */
const wanted: Chips = {
  owner: ['Yes, I am still looking.', 'Sorry, I have found one.'],
  reader: ['I have one. Are you still looking?', 'I can send you photos of it.'],
  readerLater: ['Please tell me if you need another one.'],
}

const soldChips = [offered, wanted].map(({ owner }) => owner.at(-1))

/** Whether a text says that the thing is sold or found. */
export const isSoldChip = (text: string): boolean => soldChips.includes(text)

const meetUpText = (spot: string) => `I can meet at ${spot} on …`

/** Of the writer's own university. */
function meetUpChips(email: string): string[] {
  const [spot] = findUniversity(email)?.meetUpSpots ?? []
  return spot ? [meetUpText(spot)] : []
}

/** What a student may want to write about a listing. It has no status where they cannot see it any more. */
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
  // Whoever is looking asks what buyers ask.
  return [...chips.owner, ...(isWantedOne ? questions : []), ...meetUp]
}

/** Whether a first message is one of our texts as it stands. */
export function isChip(email: string, text: string): boolean {
  const texts = categories.flatMap(({ questions }) => questions)
  return [...texts, ...wanted.reader, ...meetUpChips(email)].includes(text)
}
