import { type AnyCategory, categoryByPath } from '#categories/index.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'

/** The category in a page's URL, regardless of case. */
export function categoryFromUrl(url: string): AnyCategory {
  const [, path = ''] = url.split(/[/?#]+/)
  const category = categoryByPath(path.toLowerCase())
  if (!category) throw new Error(`No category has the URL ${url}`)
  return category
}

/** The id of the contact panel's heading. */
export const contactId = 'contact'

const contactPath = ({ category, id }: Listing) => `${pagePaths.listing(category, id)}#${contactId}`

/** The URL of a login that leads back to the contact panel. */
export const logInToContactPath = (listing: Listing) => pagePaths.login(contactPath(listing))

/** The URL of a sign-up that leads back there. */
export const signUpToContactPath = (listing: Listing) =>
  `${pagePaths.register}?${new URLSearchParams({ next: contactPath(listing) })}`

/** The id of a listing's card on the dashboard. */
export const cardAnchor = (listing: Pick<Listing, 'category' | 'id'>) =>
  `${categoryOf(listing).path}-${listing.id}`

/** The state of the navigation to the dashboard after a save. */
export interface SavedCard {
  savedCard: string
  /** Whether the listing is new. The dashboard then offers to share it. */
  isPosted?: boolean
}

export const dashboardCardPath = (listing: Pick<Listing, 'category' | 'id'>) =>
  `${pagePaths.dashboard}#${cardAnchor(listing)}`
