import type { CategoryDefinition, Field, Lifetime } from '#categories/define-category.ts'
import { resolveField } from '#categories/listing-values.ts'
import { formatDate, formatPrice } from './format.ts'
import { type ListingStatus, soldLabel } from './listing-status.ts'
import type { Listing } from './listings.ts'

type Values = Readonly<Record<string, unknown>>

export function listingTitle({ apiNames }: CategoryDefinition, listing: Listing): string {
  return String((listing as Values)[apiNames.title])
}

export function listingPrice({ apiNames }: CategoryDefinition, listing: Listing): number {
  return Number((listing as Values)[apiNames.price])
}

/** The suffix of the price, as "/room". */
export function listingPriceUnit({ priceUnit }: CategoryDefinition, listing: Listing) {
  if (!priceUnit) return undefined
  return (listing as Values)[priceUnit.field] ? priceUnit.yes : priceUnit.no
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

export function statusLabel(category: CategoryDefinition, listing: Listing): string {
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

/** The details list of a listing's page, without blank fields. */
export function detailRows({ fields }: CategoryDefinition, listing: Listing) {
  const values: Values = listing
  return Object.entries(fields).flatMap(([name, field]) => {
    const { detailLabel: label } = resolveField(field, values)
    const value = formatFieldValue(field, values[name])
    return label && value ? [{ name, label, value }] : []
  })
}

function formatFieldValue(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.kind === 'checkbox') {
    const { yes, no } = field.detailValues ?? { yes: 'Yes', no: 'No' }
    return value ? yes : no
  }
  if (field.kind === 'money') return formatPrice(Number(value))
  if (field.kind === 'date') return formatDate(String(value))
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** The card's text for a checkbox, if it has one for this value. */
export function cardText<Definition extends CategoryDefinition>(
  { fields }: Definition,
  listing: Listing,
  name: Extract<keyof Definition['fields'], string>,
): string | undefined {
  const field: Field | undefined = fields[name]
  if (field?.kind !== 'checkbox') return undefined
  return (listing as Values)[name] ? field.cardText?.yes : field.cardText?.no
}
