import type { AnyCategory } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'

const ofSeller = {
  heading: 'Contact Seller',
  email: 'Email Seller',
  /** In a sentence. */
  person: 'the seller',
}

const ofStudent: typeof ofSeller = {
  heading: 'Contact Student',
  email: 'Email Student',
  person: 'this student',
}

/** What the student with the listing is called: one who is looking for a thing sells nothing. */
export const contactWords = (category: AnyCategory, listing: Listing) =>
  isWanted(category, listing) ? ofStudent : ofSeller
