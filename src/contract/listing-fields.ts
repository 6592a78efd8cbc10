import type { CategoryDefinition, Lifetime } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import type { CategoryId, CategoryOf } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import { formatPrice, formatShortDate } from '#format/format.ts'
import { categoryOf, type Listing, type ListingContent, type ListingFacts } from './listing.ts'
import type { ListingStatus } from './listing-status.ts'

type Priced = Pick<ListingContent, 'category' | 'price' | 'details'>

/** For nothing, as its seller says: a price of 0 alone may be one to be agreed on. */
export function isFree(listing: Priced): boolean {
  const { freeWhen } = categoryOf(listing)
  return freeWhen !== undefined && listing.price === 0 && listing.details[freeWhen] === true
}

/** Whether it says what a buyer pays: not what a student pays at most, or a price to be agreed on. */
export const asksPrice = (listing: Priced): boolean =>
  !wantedLabel(listing) && (listing.price > 0 || isFree(listing))

/** Whole dollars, "Free" or a dash. */
export const formatListingPrice = (listing: Priced): string =>
  isFree(listing) ? 'Free' : formatPrice(listing.price)

/** "was $900 on Oct 2", or without `today` "was $900"; undefined if the price has not dropped. */
export function formatPreviousPrice(
  { previousPrice }: Pick<Listing, 'previousPrice'>,
  today?: string | false,
) {
  if (!previousPrice) return undefined
  const was = `was ${formatPrice(previousPrice.price)}`
  return today ? `${was} on ${formatShortDate(previousPrice.since, today)}` : was
}

/** The suffix of the price, as "/room per month"; none of what is free. */
export function listingPriceUnit(listing: Priced) {
  const { priceUnit } = categoryOf(listing)
  if (!priceUnit || isFree(listing)) return undefined
  const value = listing.details[priceUnit.field]
  if (value === true) return priceUnit.yes
  return value === false ? priceUnit.no : priceUnit.unsaid
}

/** "$800 /room per month", "Free" or a dash. */
export function formatPriceWithUnit(listing: Priced): string {
  const unit = listingPriceUnit(listing)
  return formatListingPrice(listing) + (unit ? ` ${unit}` : '')
}

/** "45% of new"; nothing if it is not less, or not what the thing costs. */
export function listingPriceShare(listing: Priced) {
  const { priceShare } = categoryOf(listing)
  if (!priceShare || wantedLabel(listing)) return undefined
  const whole = Number(listing.details[priceShare.field])
  const percent = Math.round((100 * listing.price) / whole)
  return percent > 0 && percent < 100 ? `${percent}% ${priceShare.text}` : undefined
}

/** "Wanting", of a listing that asks for a thing. */
export function wantedLabel(listing: ListingFacts) {
  const category = categoryOf(listing)
  return isWanted(category, listing.details) ? String(category.wantedWhen?.value) : undefined
}

const statusLabels: Record<Exclude<ListingStatus, 'sold'>, string> = {
  available: 'Available',
  pending: 'Pending',
  expired: 'Ended',
  hidden: 'Hidden',
  removed: 'Removed',
}

export function statusLabel(listing: ListingFacts & { status: ListingStatus }): string {
  const { status } = listing
  return status === 'sold' ? soldLabel(listing) : statusLabels[status]
}

/** "Sold", or what the category says instead. */
export function soldLabel(listing: ListingFacts): string {
  const { when, default: label } = categoryOf(listing).soldLabels
  return when && listing.details[when.field] === when.value ? when.label : label
}

/** "This listing has been rented."; but it is not the listing that was found. */
export function soldMessage(listing: ListingFacts): string {
  const label = soldLabel(listing)
  const subject = label === categoryOf(listing).soldLabels.default ? 'This listing' : 'This'
  return `${subject} has been ${label.toLowerCase()}.`
}

/** The label of the date with which a listing ends, if it has one. */
export function lastDayLabel(listing: ListingFacts): string | undefined {
  const { lifetime, fields }: CategoryDefinition = categoryOf(listing)
  const { lastDay }: Lifetime = lifetime
  return lastDay && listing.details[lastDay] ? fields[lastDay]?.label : undefined
}

/** The card's text for a checkbox, if it has one for this value. What nobody said has none. */
export function cardText<Id extends CategoryId>(
  listing: ListingFacts & { category: Id },
  name: Extract<keyof CategoryOf<Id>['fields'], string>,
): string | undefined {
  const { fields }: CategoryDefinition = categoryOf(listing)
  const field: Field | undefined = fields[name]
  if (field?.kind !== 'checkbox') return undefined
  const value = listing.details[name]
  if (value === true) return field.cardText?.yes
  return value === false ? field.cardText?.no : undefined
}
