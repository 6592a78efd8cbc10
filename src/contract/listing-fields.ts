import type { CategoryDefinition, Lifetime } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import { isWanted } from '#categories/listing-values.ts'
import { formatPrice, formatShortDate } from './format.ts'
import { type ListingStatus, soldLabel } from './listing-status.ts'
import type { Listing } from './listings.ts'

type Values = Readonly<Record<string, unknown>>

export function listingTitle({ apiNames }: CategoryDefinition, listing: Listing): string {
  return String((listing as Values)[apiNames.title])
}

export function listingPrice({ apiNames }: CategoryDefinition, listing: Listing): number {
  return Number((listing as Values)[apiNames.price])
}

/** For nothing, as its seller says: a price of 0 alone may be one to be agreed on. */
export function isFree(category: CategoryDefinition, listing: Partial<Listing>): boolean {
  const { freeWhen, apiNames } = category
  const values: Values = listing
  return freeWhen !== undefined && values[apiNames.price] === 0 && values[freeWhen] === true
}

/** Whether it says what a buyer pays: not what a student pays at most, or a price to be agreed on. */
export const asksPrice = (category: CategoryDefinition, listing: Listing): boolean =>
  !wantedLabel(category, listing) &&
  (listingPrice(category, listing) > 0 || isFree(category, listing))

/** Whole dollars, "Free" or a dash. */
export function formatListingPrice(category: CategoryDefinition, listing: Listing): string {
  return isFree(category, listing) ? 'Free' : formatPrice(listingPrice(category, listing))
}

/** "was $900 on Oct 2", or without `today` "was $900"; undefined if the price has not dropped. */
export function formatWasPrice({ was_price }: Listing, today?: string | false) {
  if (!was_price) return undefined
  const was = `was ${formatPrice(was_price.price)}`
  return today ? `${was} on ${formatShortDate(was_price.since, today)}` : was
}

/** The suffix of the price, as "/room per month"; none of what is free. */
export function listingPriceUnit(category: CategoryDefinition, listing: Listing) {
  const { priceUnit } = category
  if (!priceUnit || isFree(category, listing)) return undefined
  const value = (listing as Values)[priceUnit.field]
  if (value === true) return priceUnit.yes
  return value === false ? priceUnit.no : priceUnit.unsaid
}

/** "$800 /room per month", "Free" or a dash. */
export function formatPriceWithUnit(category: CategoryDefinition, listing: Listing): string {
  const unit = listingPriceUnit(category, listing)
  return formatListingPrice(category, listing) + (unit ? ` ${unit}` : '')
}

/** "45% of new"; nothing if it is not less, or not what the thing costs. */
export function listingPriceShare(category: CategoryDefinition, listing: Listing) {
  const { priceShare } = category
  const values: Values = listing
  if (!priceShare || wantedLabel(category, listing)) return undefined
  const whole = Number(values[priceShare.field])
  const percent = Math.round((100 * listingPrice(category, listing)) / whole)
  return percent > 0 && percent < 100 ? `${percent}% ${priceShare.text}` : undefined
}

/** "Wanting", of a listing that asks for a thing. */
export function wantedLabel(category: CategoryDefinition, listing: Listing) {
  return isWanted(category, listing) ? String(category.wantedWhen?.value) : undefined
}

export function listingPostedAt({ apiNames }: CategoryDefinition, listing: Listing): string {
  return String((listing as Values)[apiNames.date])
}

const statusLabels: Record<Exclude<ListingStatus, 'sold'>, string> = {
  available: 'Available',
  pending: 'Pending',
  expired: 'Ended',
  hidden: 'Hidden',
  removed: 'Removed',
}

export function statusLabel(
  category: CategoryDefinition,
  listing: { status: ListingStatus },
): string {
  const { status } = listing
  return status === 'sold' ? soldLabel(category, listing) : statusLabels[status]
}

/** "This listing has been rented."; but it is not the listing that was found. */
export function soldMessage(category: CategoryDefinition, listing: Listing): string {
  const label = soldLabel(category, listing)
  const subject = label === category.soldLabels.default ? 'This listing' : 'This'
  return `${subject} has been ${label.toLowerCase()}.`
}

/** The label of the date with which a listing ends, if it has one. */
export function lastDayLabel(
  { lifetime, fields }: CategoryDefinition,
  listing: Listing,
): string | undefined {
  const { lastDay }: Lifetime = lifetime
  return lastDay && (listing as Values)[lastDay] ? fields[lastDay]?.label : undefined
}

/** The card's text for a checkbox, if it has one for this value. What nobody said has none. */
export function cardText<Definition extends CategoryDefinition>(
  { fields }: Definition,
  listing: Listing,
  name: Extract<keyof Definition['fields'], string>,
): string | undefined {
  const field: Field | undefined = fields[name]
  if (field?.kind !== 'checkbox') return undefined
  const value = (listing as Values)[name]
  if (value === true) return field.cardText?.yes
  return value === false ? field.cardText?.no : undefined
}
