import type { CategoryDefinition, Lifetime } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import type { CategoryId, CategoryOf } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import { dash, formatPrice, formatShortDate } from '#format/format.ts'
import { categoryOf, type Listing, type ListingContent, type ListingFacts } from './listing.ts'
import type { ListingStatus } from './listing-status.ts'

type Priced = Pick<ListingContent, 'category' | 'price' | 'details'>

/** Whether the seller says that the thing is free. A price of 0 alone may mean a price to be agreed on. */
export function isFree(listing: Priced): boolean {
  const { freeWhen } = categoryOf(listing)
  return freeWhen !== undefined && listing.price === 0 && listing.details[freeWhen] === true
}

/** Whether the landlord of the place has to agree, because it is a sublet. */
export function isSublet({ category, details }: ListingFacts): boolean {
  const { sublet } = categoryOf({ category })
  return sublet !== undefined && details[sublet.when] === true
}

/** Whether the price is what a buyer pays, and not the most that a student would pay or a price to be agreed on. */
export const asksPrice = (listing: Priced): boolean =>
  !wantedLabel(listing) && (listing.price > 0 || isFree(listing))

/** Returns whole dollars, "Free" or a dash. */
export const formatListingPrice = (listing: Priced): string =>
  isFree(listing) ? 'Free' : formatPrice(listing.price)

/** Returns "was $900 on Oct 2", "was $900" without `today`, or undefined if the price has not dropped. */
export function formatPreviousPrice(
  { previousPrice }: Pick<Listing, 'previousPrice'>,
  today?: string | false,
) {
  if (!previousPrice) return undefined
  const was = `was ${formatPrice(previousPrice.price)}`
  return today ? `${was} on ${formatShortDate(previousPrice.since, today)}` : was
}

/** Returns the suffix of the price, such as "/month per room", or "/room per month" on cards. Free things have none. */
export function listingPriceUnit(listing: Priced, { onCard = false } = {}) {
  const { priceUnit } = categoryOf(listing)
  if (!priceUnit || isFree(listing)) return undefined
  const value = priceUnit.field && listing.details[priceUnit.field]
  const { yes, no, unsaid } = (onCard && priceUnit.card) || priceUnit
  if (value === true) return yes
  return value === false ? no : unsaid
}

/** Returns "$800/month per room", "Free" or a dash. */
export const formatPriceWithUnit = (listing: Priced): string =>
  formatListingPrice(listing) + (listingPriceUnit(listing) ?? '')

/** Returns "55% off new", or undefined if the price is not lower or is not what the thing costs. */
export function listingPriceOff(listing: Priced) {
  const { priceOff } = categoryOf(listing)
  if (!priceOff || wantedLabel(listing) || listing.price <= 0) return undefined
  const whole = Number(listing.details[priceOff.field])
  const percent = Math.round(100 - (100 * listing.price) / whole)
  return percent > 0 && percent < 100 ? `${percent}% ${priceOff.text}` : undefined
}

/** Returns "Wanting" if the listing asks for a thing. */
export function wantedLabel(listing: ListingFacts) {
  const category = categoryOf(listing)
  const { wantedWhen, labels } = category
  if (!isWanted(category, listing.details)) return undefined
  return wantedWhen === 'always' ? labels.badge : String(wantedWhen?.value)
}

/** Returns the words before the most that a student pays: "Looking to pay up to". Other prices have none. */
export function limitLabel(listing: Priced): string | undefined {
  if (!wantedLabel(listing) || isFree(listing) || formatListingPrice(listing) === dash) {
    return undefined
  }
  return categoryOf(listing).labels.limit ?? 'Looking to pay up to'
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

/** Returns "Sold", or the category's own label. */
export function soldLabel(listing: ListingFacts): string {
  const { when, default: label } = categoryOf(listing).soldLabels
  return when && listing.details[when.field] === when.value ? when.label : label
}

/**
 * Returns "This listing has been rented." or, for a label like "Found", "This has been found.": the listing itself was
 * not found.
 */
export function soldMessage(listing: ListingFacts): string {
  const subject = wantedLabel(listing) ? 'This' : 'This listing'
  return `${subject} has been ${soldLabel(listing).toLowerCase()}.`
}

/** Returns the label of the date on which a listing ends, if the category has such a date. */
export function lastDayLabel(listing: ListingFacts): string | undefined {
  const { lifetime, fields }: CategoryDefinition = categoryOf(listing)
  const { lastDay }: Lifetime = lifetime
  return lastDay && listing.details[lastDay] ? fields[lastDay]?.label : undefined
}

/** Returns the card's text for a checkbox, if there is one for this value. An unanswered checkbox has none. */
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
