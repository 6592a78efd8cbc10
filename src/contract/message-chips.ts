import { findUniversity } from '#campus/campus.ts'
import type { MeetUpSpot } from '#campus/campus-settings.ts'
import { categories } from '#categories/index.ts'
import { categoryOf, type ListingFacts } from './listing.ts'
import { wantedLabel } from './listing-fields.ts'
import type { ListingStatus } from './listing-status.ts'
import type { Meeting } from './messages.ts'

const hourMs = 3_600_000

// Suggested texts that a chip puts into the message, where they can be edited. A buyer may send one as the first message.

interface Chips {
  readonly owner: {
    readonly available: readonly string[]
    /** While the listing is promised to somebody. Only a deal says to whom. */
    readonly pending: readonly string[]
    /** Says that the thing is sold, and offers to mark the listing so. */
    readonly sold: string
    /** After the listing has ended, when nobody knows whether the thing is still there. */
    readonly ended: readonly string[]
  }
  /** Texts for other students, besides the questions of the category. */
  readonly reader: {
    readonly available: readonly string[]
    readonly pending: readonly string[]
    /** Once the listing is sold, has ended or can't be seen. */
    readonly later: readonly string[]
  }
}

const offered: Chips = {
  owner: {
    available: ["Yes, it's still available!"],
    pending: [
      "It's reserved for you.",
      "It's pending for someone else. I'll tell you if that changes.",
    ],
    sold: "Sorry, it's gone.",
    ended: ['I still have it. Do you want it?'],
  },
  reader: {
    available: [],
    pending: ['Please tell me if it becomes available.'],
    later: ["Please tell me if it's available again."],
  },
}

/** Texts for a wanted listing: the owner is looking for the thing, and others have it. */
const wanted: Chips = {
  owner: {
    available: ["Yes, I'm still looking!"],
    pending: ["I may have found one. I'll tell you if that changes."],
    sold: "Sorry, I've found one.",
    ended: ["I'm still looking. Do you still have it?"],
  },
  reader: {
    available: ['I have one. Are you still looking?', 'I can send you photos of it.'],
    pending: ["I have one, if yours doesn't work out."],
    later: ['Please tell me if you need another one.'],
  },
}

/** Texts for both once they have agreed on a price. */
const dealChips = ['When can we meet?']

/** Texts for both shortly before and after the time of a meeting. */
const meetingChips = ["I'm on my way.", "I'm running a bit late."]

/** Texts for both after the sale between them. */
const thanksChips = ['Thanks again!']

const soldChips = [offered, wanted].map(({ owner }) => owner.sold)

/** Whether a text says that the thing is sold or found. */
export const isSoldChip = (text: string): boolean => soldChips.includes(text)

/** The text with which the owner says that the thing is sold or found. */
export const soldText = (listing: ListingFacts): string => chipsOf(listing).owner.sold

const chipsOf = (listing: ListingFacts): Chips => (wantedLabel(listing) ? wanted : offered)

/** Whether there may still be something to hand over. */
const mayMeet: Record<ListingStatus, boolean> = {
  available: true,
  pending: true,
  expired: true,
  sold: false,
  hidden: false,
  removed: false,
}

const meetUpText = (spot: MeetUpSpot) => `I can meet at ${spot.name} on …`

/** Suggests a place at the writer's own university. */
function meetUpChips(email: string): string[] {
  const [spot] = findUniversity(email)?.meetUpSpots ?? []
  return spot ? [meetUpText(spot)] : []
}

/** Whether one of the two may be on the way: from two hours before the meeting until an hour after. */
const isMeetingNear = ({ agreed }: Pick<Meeting, 'agreed'>, now: number): boolean => {
  const sinceMs = agreed ? now - Date.parse(agreed.starts_at) : Number.NaN
  return sinceMs >= -2 * hourMs && sinceMs <= hourMs
}

/** What the two of a conversation have agreed on. */
interface Agreed {
  /** Whether they have a price. While the listing is pending, it is so for this buyer. */
  hasDeal?: boolean
  /** Their last meeting. */
  meeting?: Pick<Meeting, 'state' | 'agreed'> | null | undefined
}

/** Returns suggested messages about a listing. The status is missing if the student can no longer see the listing. */
export function messageChips(
  listing: ListingFacts & { status?: ListingStatus },
  {
    role,
    email,
    hasDeal = false,
    meeting,
    now = Date.now(),
  }: Agreed & { role: 'buyer' | 'seller'; email: string; now?: number },
): readonly string[] {
  const { status } = listing
  const hasMet = meeting?.state === 'agreed' || meeting?.state === 'over'
  if (status === 'sold' && (hasDeal || hasMet)) return thanksChips
  const texts = role === 'buyer' ? readerChips(listing) : ownerChips(listing)
  if (!status || !mayMeet[status]) return texts
  if (meeting?.state === 'agreed') return isMeetingNear(meeting, now) ? meetingChips : []
  const suggested = hasDeal && status === 'pending' ? dealChips : texts
  return meeting?.state === 'open' ? suggested : [...suggested, ...meetUpChips(email)]
}

function readerChips(listing: ListingFacts & { status?: ListingStatus }): readonly string[] {
  const { reader } = chipsOf(listing)
  const { status } = listing
  if (status === 'pending') return reader.pending
  if (status !== 'available') return reader.later
  return wantedLabel(listing) ? reader.available : categoryOf(listing).questions
}

function ownerChips(listing: ListingFacts & { status?: ListingStatus }): readonly string[] {
  const { owner } = chipsOf(listing)
  // The owner of a wanted listing is the buyer, so they get the buyer's questions.
  const questions = wantedLabel(listing) ? categoryOf(listing).questions : []
  switch (listing.status) {
    case 'available':
      return [...owner.available, owner.sold, ...questions]
    case 'pending':
      return [...owner.pending, owner.sold, ...questions]
    case 'expired':
      return [...owner.ended, owner.sold]
    default:
      return [owner.sold]
  }
}

/** Whether a first message is one of our suggested texts, unchanged. */
export function isChip(email: string, text: string): boolean {
  const questions = categories.flatMap(({ questions }) => questions)
  const texts = [offered, wanted].flatMap(({ reader }) => [...reader.available, ...reader.pending])
  return [...questions, ...texts, ...meetUpChips(email)].includes(text)
}
