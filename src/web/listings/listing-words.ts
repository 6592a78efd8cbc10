import type { CategoryDefinition } from '#categories/define-category.ts'
import { formatPrice } from '#contract/display.ts'
import type { Listing } from '#contract/listings.ts'

type Values = Readonly<Record<string, unknown>>

const textIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** What a screen says of a listing, also where a value is missing or has another name. */
export function shownTitle({ wire }: CategoryDefinition, listing: Listing): string {
  return textIn((listing as Values)[wire.title]) || 'Untitled listing'
}

export function shownDescription(listing: Listing): string {
  return textIn(listing.description) || 'No description provided.'
}

/** In dollars; 0 where none is known. */
export function shownPrice({ wire }: CategoryDefinition, listing: Listing): number {
  const values: Values = listing
  return Number(values[wire.price] ?? values.price) || 0
}

export function priceText(category: CategoryDefinition, listing: Listing): string {
  return formatPrice(shownPrice(category, listing))
}

/** The address, else the city and state. */
export function shownPlace(listing: Listing): string {
  const { address, location, city, state } = listing as Values
  const town = [city, state].map(textIn).filter(Boolean).join(', ')
  return textIn(address) || textIn(location) || town
}

/** "1 bedroom", "3 bedrooms". */
export function countOf(count: number, singular: string): string {
  return `${count} ${count === 1 ? singular : `${singular}s`}`
}
