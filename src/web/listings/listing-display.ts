import type { CategoryDefinition } from '#categories/define-category.ts'
import { formatPrice } from '#contract/format.ts'
import { listingPrice, listingTitle } from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'

export function displayTitle(category: CategoryDefinition, listing: Listing): string {
  return listingTitle(category, listing).trim() || 'Untitled listing'
}

export function displayDescription(listing: Listing): string {
  return listing.description?.trim() || 'No description provided.'
}

export function displayPrice(category: CategoryDefinition, listing: Listing): string {
  return formatPrice(listingPrice(category, listing))
}
