import type { CategoryId } from '#categories/index.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import type { ListingDetails } from '#contract/listing.ts'

export type MailFact = string | number | boolean | null | undefined

/** What the server alone has to know of a category, beside its definition, which every page loads. */
export interface ServerCategory<Id extends CategoryId = CategoryId> {
  /** The groups of a listing. Its price is compared within the first group that has enough others. */
  priceGroups: (details: Readonly<Record<string, unknown>>) => readonly PriceGroup[]
  /** The field that tells apart two things that may show the same photo; null where photos are not compared. */
  photosToldApartBy: string | null
  /** Where it is, or what else its card says, in emails. Empty facts are left out. */
  mailFacts: (details: ListingDetails<Id>, today: string) => readonly MailFact[]
}
