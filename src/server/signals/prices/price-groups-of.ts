import { comparisons } from '#categories/comparisons.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import { fromStoredListing, parseDetails } from '#categories/stored-listing.ts'

/** None of what is wanted, is free or has a price to be agreed on. */
export function priceGroupsOf(
  category: AnyCategory,
  { price_cents, details }: { price_cents: number; details: string },
): readonly PriceGroup[] {
  if (price_cents <= 0) return []
  const stored = {
    title: '',
    price_cents,
    description: '',
    details: parseDetails(details),
    photos: [],
  }
  const values: Readonly<Record<string, unknown>> = fromStoredListing(category, stored)
  return isWanted(category, values) ? [] : comparisons[category.id].priceGroups(values)
}
