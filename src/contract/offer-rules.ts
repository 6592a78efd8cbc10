import { formatNumber } from '#format/format.ts'
import type { ListingContent } from './listing.ts'
import { asksPrice, formatPriceWithUnit } from './listing-fields.ts'
import { isListed, type ListingStatus } from './listing-status.ts'
import type { OfferAnswer } from './structured-messages.ts'

/** How long an offer waits for an answer. */
export const offerHours = 48

/** How many offers a buyer may make in one conversation within 24 hours. Otherwise the lowest one is quickly guessed. */
export const maxBuyerOffersPerDay = 3

export const maxOffer = 1_000_000

export const amountError = `Enter a whole amount from 1 to ${formatNumber(maxOffer)}`

export const maxDeclineTextLength = 300

/** What a buyer reads below the seller's lowest offer, if the seller has written no words. */
export const defaultDeclineText = "Thanks, but that's lower than I can go."

export const offerStates = [
  'open',
  'accepted',
  'declined',
  'countered',
  'withdrawn',
  'ended',
  'undone',
] as const

export type OfferState = (typeof offerStates)[number]

type Priced = Pick<ListingContent, 'category' | 'price' | 'details'>

/** Whether there can be offers on a listing. Free things need none, and the price of a request is no asking price. */
export const takesOffers = (listing: Priced & { isFirm?: boolean }): boolean =>
  asksPrice(listing) && listing.price > 0 && !listing.isFirm

interface OfferFacts {
  now: number
  /** The status of the listing now, or undefined if the listing is deleted. */
  status: ListingStatus | undefined
  /** Whether the two can write to each other. */
  isThreadOpen: boolean
}

/**
 * Returns the state at this time. An open offer ends by the clock, with its listing and when the two can no longer write.
 * If the listing is available, no deal is in force.
 */
export function offerStateAt(
  { state, expires_at }: { state: OfferState; expires_at: number },
  { now, status, isThreadOpen }: OfferFacts,
): OfferState {
  if (state === 'open') {
    const isLive = now < expires_at && status !== undefined && isListed(status) && isThreadOpen
    return isLive ? 'open' : 'ended'
  }
  return state === 'accepted' && status === 'available' ? 'undone' : state
}

/** What a student can do with an offer. */
export const offerMoves = ['accept', 'decline', 'withdraw', 'undo'] as const

export type OfferMove = (typeof offerMoves)[number]

export const answerOfMove: Record<OfferMove, OfferAnswer> = {
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  undo: 'undone',
}

/** Returns what a student can do with an offer in this state. Once the listing is sold, the deal can't be undone. */
export function movesOf(
  state: OfferState,
  { isOwn, status }: { isOwn: boolean; status: ListingStatus | undefined },
): OfferMove[] {
  if (state === 'open') return isOwn ? ['withdraw'] : ['accept', 'decline']
  return state === 'accepted' && status === 'pending' ? ['undo'] : []
}

/** The amount with the unit of the listing's price, such as "$800/month per room". */
export const formatOffer = (listing: Priced, amount: number): string =>
  formatPriceWithUnit({ ...listing, price: amount })

/** Returns amounts somewhat below the asked price, for quick buttons, the highest first. */
export function offerSteps(price: number): number[] {
  const unit = [1000, 100, 10, 1].find((step) => price >= 20 * step) ?? 1
  const steps = [0.95, 0.9, 0.8].map((share) => Math.round((price * share) / unit) * unit)
  return [...new Set(steps)].filter((amount) => amount > 0 && amount < price)
}

/** The text of an offer, which everyone reads who does not see the buttons. */
export function offerText(
  price: string,
  { isFromBuyer, isCounter }: { isFromBuyer: boolean; isCounter: boolean },
): string {
  const text = isFromBuyer ? `I offer ${price}` : `You can have it for ${price}`
  return isCounter ? `${text} instead.` : `${text}.`
}

export function answerText(answer: OfferAnswer, price: string): string {
  switch (answer) {
    case 'accepted':
      return `It's a deal: ${price}.`
    case 'declined':
      return `Sorry, ${price} doesn't work for me.`
    case 'withdrawn':
      return `I'm withdrawing my offer of ${price}.`
    case 'undone':
      return `Our deal at ${price} is off.`
  }
}

/** What others who wrote about the listing read in their conversations. */
export const pendingText = "Pending: I've agreed on a price with someone else for now."
