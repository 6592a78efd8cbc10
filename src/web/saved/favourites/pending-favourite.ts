import { type CategoryId, categories } from '#categories/index.ts'
import { categoryOf } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'

/** A listing that a visitor wanted to save before logging in. */
export interface PendingFavourite {
  category: CategoryId
  id: number
}

const pattern = /^#save=([a-z]+)\/([1-9]\d*)$/

/** Reads the hash of the page that a login leads back to; see `logInToFavouritePath`. */
export function parsePendingFavourite(hash: string): PendingFavourite | undefined {
  const [, path, digits] = pattern.exec(hash) ?? []
  const category = categories.find((each) => each.path === path)
  const id = Number(digits)
  return category && Number.isSafeInteger(id) ? { category: category.id, id } : undefined
}

/** The URL of a login that leads back to the page. The hash says what to save then; `parsePendingFavourite` reads it. */
export const logInToFavouritePath = (
  pageUrl: string,
  listing: { category: CategoryId; id: number },
) => pagePaths.login(`${pageUrl}#save=${categoryOf(listing).path}/${listing.id}`)
