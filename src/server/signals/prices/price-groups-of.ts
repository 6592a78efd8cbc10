import { isWanted } from '#categories/listing-values.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import { parseDetails, readDetails } from '#categories/stored-listing.ts'
import { categoryOf } from '#contract/listing.ts'
import { serverCategories } from '../../categories/index.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'

/** None of what is wanted, is free or has a price to be agreed on. */
export function priceGroupsOf(
  row: Pick<ListingRow, 'category' | 'price_cents' | 'details'>,
): readonly PriceGroup[] {
  if (row.price_cents <= 0) return []
  const category = categoryOf(row)
  const details = readDetails(category, parseDetails(row.details))
  return isWanted(category, details) ? [] : serverCategories[row.category].priceGroups(details)
}
