import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CategoryId, CategoryOf } from '#categories/index.ts'
import type { ReadValues } from '#categories/listing-values.ts'
import type { Listing, ListingDetails } from '#contract/listing.ts'
import type { FormValues } from '../form/form-values.ts'

/** Everything on the web that only one category has. */
export interface CategoryView<Id extends CategoryId = CategoryId> {
  icon: LucideIcon
  /** The card below the photo; `title` is its heading. */
  CardBody: (props: { listing: Listing<Id>; title: ReactNode }) => ReactNode
  /** The line below the title of the listing's page. */
  subtitle: (listing: Listing<Id>, today: string) => string | null | undefined
  /** The facts that matter most, one line each, above the subtitle. */
  highlights?: (listing: Listing<Id>, today: string) => string[]
  /** The lines of a small card, where they differ from the highlights. */
  cardLines?: (listing: Listing<Id>, today: string) => string[]
  /** The facts below the title of the page of all copies. `known` has the values of the newest copy. */
  copiesFacts?: (known: Partial<ReadValues<CategoryOf<Id>>>) => (string | null | undefined)[]
  /** The end of the sentence that says what to do before money or the thing changes hands. */
  safetyTip: (
    details: Partial<ListingDetails<Id>>,
    reader: { gives: boolean; isFree: boolean },
  ) => string
  /** The schema.org properties that only this category has. */
  structuredData: (listing: Listing<Id>) => object
  /** The help below a field of the form that depends on what was entered. */
  fieldHelp?: (name: string, values: FormValues) => string | undefined
}
