import type { ComponentType } from 'react'
import type { CategoryId } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { shownPlace } from '../listing-words.ts'
import { MiscCard } from './misc-card.tsx'
import { RentalCard } from './rental-card.tsx'
import { TextbookCard } from './textbook-card.tsx'

export interface DrawnByHand<Id extends CategoryId = CategoryId> {
  /** What its card says below the photo. */
  CardBody: ComponentType<{ listing: Listing<Id> }>
  /** Under the title of its page. */
  subtitle: (listing: Listing<Id>) => string | null | undefined
  /** What schema.org knows of it, beside the name, description, photos and offer that all have. */
  structured: (listing: Listing<Id>) => object
}

/** All that is not generic about showing a category. */
const drawings: { [Id in CategoryId]: DrawnByHand<Id> } = {
  rental: {
    CardBody: RentalCard,
    subtitle: shownPlace,
    structured: ({ address, num_beds, is_shared }) => ({
      '@type': ['Accommodation', 'Product'],
      address,
      ...(num_beds && !is_shared && { numberOfBedrooms: num_beds }),
    }),
  },
  textbook: {
    CardBody: TextbookCard,
    subtitle: ({ author }) => author,
    structured: () => ({ '@type': 'Product' }),
  },
  misc: {
    CardBody: MiscCard,
    subtitle: ({ category }) => category,
    structured: () => ({ '@type': 'Product' }),
  },
}

export const drawnByHand = (id: CategoryId) => drawings[id] as unknown as DrawnByHand
