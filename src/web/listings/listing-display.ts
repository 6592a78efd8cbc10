import type { CategoryDefinition } from '#categories/define-category.ts'
import { isBlank } from '#categories/text-rules.ts'
import { formatPrice } from '#contract/format.ts'
import { listingPrice, listingTitle } from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'

export function displayTitle(category: CategoryDefinition, listing: Listing): string {
  const title = listingTitle(category, listing)
  return isBlank(title) ? 'Untitled listing' : title.trim()
}

export function displayDescription(listing: Listing): string {
  const description = listing.description ?? ''
  return isBlank(description) ? 'No description provided.' : description.trim()
}

export function displayPrice(category: CategoryDefinition, listing: Listing): string {
  return formatPrice(listingPrice(category, listing))
}
