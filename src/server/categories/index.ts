import type { CategoryId } from '#categories/index.ts'
import type { Listing, ListingDetails } from '#contract/listing.ts'
import { misc } from './misc.ts'
import { rental } from './rental.ts'
import type { MailFact, ServerCategory } from './server-category.ts'
import { textbook } from './textbook.ts'
import { wanted } from './wanted.ts'

/** The server's part of each category, by its id. Each has a file of its own. */
export const serverCategories: { [Id in CategoryId]: ServerCategory<Id> } = {
  rental,
  wanted,
  textbook,
  misc,
}

export function mailFactsOf({ category, details }: Listing, today: string): readonly MailFact[] {
  // Each category reads its own details. The compiler does not see that the function and the details belong together.
  const read = serverCategories[category].mailFacts as (
    details: ListingDetails,
    today: string,
  ) => readonly MailFact[]
  return read(details, today)
}
