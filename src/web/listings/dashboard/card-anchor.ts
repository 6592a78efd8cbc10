import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'

/** The id of a listing's card on the dashboard. */
export const cardAnchor = (category: AnyCategory, { id }: Pick<Listing, 'id'>) =>
  `${category.path}-${id}`

/** The state of a navigation to the dashboard after a save. */
export interface SavedCard {
  savedCard: string
}

export const cardPath = (category: AnyCategory, listing: Pick<Listing, 'id'>) =>
  `${pagePaths.dashboard}#${cardAnchor(category, listing)}`
