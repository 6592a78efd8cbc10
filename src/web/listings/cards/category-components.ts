import type { ComponentType } from 'react'
import type { CategoryId } from '#categories/index.ts'
import { formatWeekday } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { MiscCard } from './misc-card.tsx'
import { RentalCard } from './rental-card.tsx'
import { TextbookCard } from './textbook-card.tsx'

interface CategoryComponents<Id extends CategoryId = CategoryId> {
  /** The card below the photo. */
  CardBody: ComponentType<{ listing: Listing<Id> }>
  /** Below the title of the listing's page. */
  subtitle: (listing: Listing<Id>, today: string) => string | null | undefined
  /** The schema.org properties that only this category has. */
  structuredData: (listing: Listing<Id>) => object
}

/** The registry of all UI that is specific to a category. */
const registry: { [Id in CategoryId]: CategoryComponents<Id> } = {
  rental: {
    CardBody: RentalCard,
    subtitle: ({ address }) => address,
    structuredData: ({ address, num_beds, is_shared }) => ({
      '@type': ['Accommodation', 'Product'],
      ...(address && { address }),
      ...(num_beds && !is_shared && { numberOfBedrooms: num_beds }),
    }),
  },
  textbook: {
    CardBody: TextbookCard,
    subtitle: ({ author }) => author,
    structuredData: () => ({ '@type': 'Product' }),
  },
  misc: {
    CardBody: MiscCard,
    subtitle: ({ category, event_date }, today) =>
      [category, event_date && formatWeekday(event_date, today)].filter(Boolean).join(' · '),
    structuredData: () => ({ '@type': 'Product' }),
  },
}

export const categoryComponents = (id: CategoryId) => registry[id] as unknown as CategoryComponents
