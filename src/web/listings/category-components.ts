import type { ComponentType, ReactNode } from 'react'
import { type CategoryId, categoryById } from '#categories/index.ts'
import {
  describeHome,
  describeRooms,
  describeTypedRooms,
  homeBedrooms,
} from '#categories/rental/home.ts'
import { formatWeekday } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { formatEdition } from './cards/format-edition.ts'
import { MiscCard } from './cards/misc-card.tsx'
import { RentalCard } from './cards/rental-card.tsx'
import { TextbookCard } from './cards/textbook-card.tsx'
import { displayPeriod } from './listing-display.ts'

interface CategoryComponents<Id extends CategoryId = CategoryId> {
  /** The card below the photo; `title` is its heading. */
  CardBody: ComponentType<{ listing: Listing<Id>; title: ReactNode }>
  /** Below the title of the listing's page. */
  subtitle: (listing: Listing<Id>, today: string) => string | null | undefined
  /** What decides whether one reads on; each a line above the subtitle. */
  highlights?: (listing: Listing<Id>, today: string) => string[]
  /** Instead of those, on a small card. */
  cardLines?: (listing: Listing<Id>, today: string) => string[]
  /** Below the title of the page of all copies. */
  copiesFacts?: (known: Partial<Listing<Id>>) => (string | null | undefined)[]
  /** The schema.org properties that only this category has. */
  structuredData: (listing: Listing<Id>) => object
  /** Below a field of the form, what follows from what was entered. */
  fieldHelp?: (name: string, values: Readonly<Record<string, unknown>>) => string | undefined
}

/** The registry of all UI that is specific to a category. */
const registry: { [Id in CategoryId]: CategoryComponents<Id> } = {
  rental: {
    CardBody: RentalCard,
    subtitle: ({ address }) => address,
    highlights: (listing, today) =>
      [displayPeriod(categoryById.rental, listing, today) ?? [], describeRooms(listing)].flat(),
    cardLines: (listing, today) =>
      [displayPeriod(categoryById.rental, listing, today) ?? [], describeHome(listing)].flat(),
    structuredData: (listing) => {
      const { address } = listing
      const bedrooms = homeBedrooms(listing)
      return {
        '@type': ['Accommodation', 'Product'],
        ...(address && { address }),
        ...(bedrooms && { numberOfBedrooms: bedrooms }),
      }
    },
    fieldHelp: (name, values) => (name === 'num_beds' ? describeTypedRooms(values) : undefined),
  },
  textbook: {
    CardBody: TextbookCard,
    subtitle: ({ author }) => author,
    copiesFacts: ({ author, edition }) => [author, formatEdition(edition)],
    structuredData: () => ({ '@type': 'Product' }),
  },
  misc: {
    CardBody: MiscCard,
    subtitle: ({ category }) => category?.toString(),
    highlights: ({ event_date }, today) => (event_date ? [formatWeekday(event_date, today)] : []),
    structuredData: () => ({ '@type': 'Product' }),
  },
}

export const categoryComponents = (id: CategoryId) => registry[id] as unknown as CategoryComponents
