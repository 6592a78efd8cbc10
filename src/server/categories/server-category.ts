import type { CategoryId } from '#categories/index.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import type { ListingDetails } from '#contract/listing.ts'

export type MailFact = string | number | boolean | null | undefined

/** The facts about a category that only the server needs. Every page loads the definition instead. */
export interface ServerCategory<Id extends CategoryId = CategoryId> {
  /** The groups of a listing. Its price is compared within the first group that has enough others. */
  priceGroups: (details: Readonly<Record<string, unknown>>) => readonly PriceGroup[]
  /** The field that tells apart two things that may show the same photo; null where photos are not compared. */
  photosToldApartBy: string | null
  /** The location, or what else the card says, for emails. Empty facts are left out. */
  mailFacts: (details: ListingDetails<Id>, today: string) => readonly MailFact[]
}
