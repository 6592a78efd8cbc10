import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'

/** Of the panel's heading. */
export const contactId = 'contact'

/** The login leads back to the panel. */
export const logInToContactPath = (category: AnyCategory, { id }: Listing) =>
  pagePaths.login(`${pagePaths.listing(category.id, id)}#${contactId}`)
