import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CategoryId, CategoryOf } from '#categories/index.ts'
import type { ReadValues } from '#categories/listing-values.ts'
import type { Listing, ListingDetails } from '#contract/listing.ts'
import type { FormValues } from '../form/form-values.ts'

export interface CardBodyProps<Id extends CategoryId> {
  listing: Listing<Id>
  /** The card's heading. */
  title: ReactNode
  /** Whether the card shows three facts at most, and nothing that its page says already. */
  isShort: boolean
}

/** Everything that is specific to one category on the web. */
export interface CategoryView<Id extends CategoryId = CategoryId> {
  icon: LucideIcon
  /** The part of the card below the photo. */
  CardBody: (props: CardBodyProps<Id>) => ReactNode
  /** The line below the title on the listing's page. */
  subtitle: (listing: Listing<Id>, today: string) => string | null | undefined
  /** The most important facts, one line each, above the subtitle. */
  highlights?: (listing: Listing<Id>, today: string) => string[]
  /** The lines of a small card, if they differ from the highlights. */
  cardLines?: (listing: Listing<Id>, today: string) => string[]
  /** The facts below the title on the page of all copies. `known` contains the values of the newest copy. */
  copiesFacts?: (known: Partial<ReadValues<CategoryOf<Id>>>) => (string | null | undefined)[]
  /** The end of the sentence that says what to do before paying or handing the thing over. */
  safetyTip: (
    details: Partial<ListingDetails<Id>>,
    reader: { gives: boolean; isFree: boolean },
  ) => string
  /** The schema.org properties that are specific to this category. */
  structuredData: (listing: Listing<Id>) => object
  /** The help below a field of the form, if it depends on what was entered. */
  fieldHelp?: (name: string, values: FormValues) => string | undefined
}
