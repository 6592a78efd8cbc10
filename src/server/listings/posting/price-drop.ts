import { toCents } from '#categories/stored-listing.ts'
import { dayMs } from '#contract/campus-date.ts'
import type { Listing } from '#contract/listing.ts'
import { asksPrice } from '#contract/listing-fields.ts'
import { priceDrop } from '#contract/saved-rules.ts'

/** What was asked from `since` on, and until when. */
export interface FormerPrice {
  cents: number
  since: number
  until: number
  /** False if the next one means something else, as the price of a place after that of a room. */
  isComparable?: boolean
}

export type PresentPrice = Pick<FormerPrice, 'cents' | 'since'>

/**
 * The price before a drop: the lowest that was in force in the days before a moment, if the present one is lower by enough.
 * That moment is when the present price began, or when a student last heard of it.
 */
export function findPriceDrop(
  formerPrices: readonly FormerPrice[],
  present: PresentPrice | undefined,
  before: number,
): PresentPrice | undefined {
  if (!present) return undefined
  const from = before - priceDrop.days * dayMs
  const comparableFrom = lastEnd(formerPrices.filter(({ isComparable }) => isComparable === false))
  const [lowest] = [...formerPrices, { ...present, until: Number.POSITIVE_INFINITY }]
    .filter(({ since, until }) => since < before && until > Math.max(from, comparableFrom))
    .toSorted((a, b) => a.cents - b.cents || a.since - b.since)
  return lowest && isDrop(lowest.cents, present.cents)
    ? { cents: lowest.cents, since: lowest.since }
    : undefined
}

/** What is asked for a listing now, which can be lower than before: nobody sells what they want, or asks a price of 0 that is not free. */
export function presentPrice(
  listing: Listing,
  formerPrices: readonly FormerPrice[],
): PresentPrice | undefined {
  if (!asksPrice(listing)) return undefined
  return {
    cents: toCents(listing.price),
    since: priceBegan(Date.parse(listing.postedAt), formerPrices),
  }
}

/** The last price holds since the one before ended, the first since posting. */
export const priceBegan = (postedAt: number, formerPrices: readonly FormerPrice[]): number =>
  Math.max(postedAt, lastEnd(formerPrices))

const lastEnd = (prices: readonly FormerPrice[]) =>
  prices.reduce((latest, { until }) => Math.max(latest, until), Number.NEGATIVE_INFINITY)

const isDrop = (lowest: number, present: number) =>
  lowest - present >= toCents(priceDrop.dollars) &&
  100 * present <= (100 - priceDrop.percent) * lowest
