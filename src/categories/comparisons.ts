import type { CategoryId } from './index.ts'
import type { PriceGroup } from './price-group.ts'
import { rentalPriceGroups } from './rental/price-groups.ts'
import { textbookPriceGroups } from './textbook/price-groups.ts'

type Values = Readonly<Record<string, unknown>>

/** What signals compare between listings of a category; not in its definition, because only the server needs it. */
export interface Comparison {
  /** The groups of a listing. It is compared within the first that has enough others. */
  priceGroups: (values: Values) => readonly PriceGroup[]
  /** The field that tells apart two things that may show the same photo; null where photos are not compared. */
  photosToldApartBy: string | null
}

export const comparisons: Record<CategoryId, Comparison> = {
  rental: { priceGroups: rentalPriceGroups, photosToldApartBy: 'address' },
  // The covers of two copies look alike.
  textbook: { priceGroups: textbookPriceGroups, photosToldApartBy: null },
  misc: { priceGroups: () => [], photosToldApartBy: 'title' },
}
