import type { CategoryId } from '#categories/index.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import type { ListingDetails } from '#contract/listing.ts'

export type MailFact = string | number | boolean | null | undefined

/** The facts about a category that only the server needs. Pages load the definition, but not these facts. */
export interface ServerCategory<Id extends CategoryId = CategoryId> {
  /** Whether its listings are about a place to live. */
  isHome: boolean
  /** Returns the groups of a listing. Its price is compared within the first group that has enough others. */
  priceGroups: (details: Readonly<Record<string, unknown>>) => readonly PriceGroup[]
  /** The field that tells apart two things that may show the same photo, or null if photos are not compared. */
  photosToldApartBy: string | null
  /** Returns the facts that emails show: the location, or what else the card says. Empty facts are left out. */
  mailFacts: (details: ListingDetails<Id>, today: string) => readonly MailFact[]
}
