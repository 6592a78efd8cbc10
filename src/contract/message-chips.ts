import { findUniversity } from '#campus.ts'
import { type AnyCategory, categories } from '#categories/index.ts'

// Texts that a chip puts into the message, where they can be edited. A buyer of some listing may send one as the first.

/** Offers to mark the listing sold. */
export const soldChip = 'Sorry, it is gone.'

export const sellerChips = ['Yes, it is still available.', soldChip] as const

const meetUpText = (spot: string) => `I can meet at ${spot} on …`

/** Of the writer's own university. */
export function meetUpChips(email: string): string[] {
  const [spot] = findUniversity(email)?.meetUpSpots ?? []
  return spot ? [meetUpText(spot)] : []
}

export const buyerChips = ({ questions }: AnyCategory, email: string): string[] => [
  ...questions,
  ...meetUpChips(email),
]

/** Whether a first message is one of our texts as it stands. */
export const isChip = (email: string, text: string): boolean =>
  categories.some((category) => buyerChips(category, email).includes(text))
