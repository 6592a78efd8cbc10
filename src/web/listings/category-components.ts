import type { ComponentType, ReactNode } from 'react'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { describeHome, describeRooms, homeBedrooms } from '#categories/rental/home.ts'
import { formatEdition } from '#categories/textbook/edition.ts'
import { formatWeekday } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
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
  /** What to do before money or the thing changes hands: the end of a sentence, for whoever gives or gets the thing. */
  safetyTip: (listing: Partial<Listing<Id>>, reader: { gives: boolean; isFree: boolean }) => string
  /** The schema.org properties that only this category has. */
  structuredData: (listing: Listing<Id>) => object
}

/** The registry of what is specific to a category where it is read; where it is written: form/field-help.ts. */
const registry: { [Id in CategoryId]: CategoryComponents<Id> } = {
  rental: {
    CardBody: RentalCard,
    subtitle: ({ address }) => address,
    highlights: (listing, today) =>
      [displayPeriod(categoryById.rental, listing, today) ?? [], describeRooms(listing)].flat(),
    cardLines: (listing, today) =>
      [displayPeriod(categoryById.rental, listing, today) ?? [], describeHome(listing)].flat(),
    safetyTip: (_, { gives }) =>
      gives ? 'show the place before you take a deposit' : 'see the place before you pay a deposit',
    structuredData: (listing) => {
      const { address } = listing
      const bedrooms = homeBedrooms(listing)
      return {
        '@type': ['Accommodation', 'Product'],
        ...(address && { address }),
        ...(bedrooms && { numberOfBedrooms: bedrooms }),
      }
    },
  },
  textbook: {
    CardBody: TextbookCard,
    subtitle: ({ author }) => author,
    copiesFacts: ({ author, edition }) => [author, formatEdition(edition)],
    safetyTip: (_, { gives }) =>
      gives ? 'hand the book over once you are paid' : 'check the book before you pay',
    structuredData: () => ({ '@type': 'Product' }),
  },
  misc: {
    CardBody: MiscCard,
    subtitle: ({ category }) => category?.toString(),
    highlights: ({ event_date }, today) => (event_date ? [formatWeekday(event_date, today)] : []),
    safetyTip: ({ category }, { gives, isFree }) => {
      if (category === 'Tickets') {
        if (isFree)
          return gives ? 'transfer the tickets there' : 'get the tickets transferred there'
        return gives
          ? 'transfer the tickets once you are paid'
          : 'have the tickets transferred to you before you pay'
      }
      if (isFree) return gives ? 'hand it over in person' : 'check it before you take it'
      return gives ? 'hand it over once you are paid' : 'check it before you pay'
    },
    structuredData: () => ({ '@type': 'Product' }),
  },
}

export const categoryComponents = (id: CategoryId) => registry[id] as unknown as CategoryComponents
