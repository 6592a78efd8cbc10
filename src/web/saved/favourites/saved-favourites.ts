import type { Favourite, Favourites } from '#contract/favourites.ts'

/** A favourite that students still see. */
export type ShownFavourite = Favourite & { listing: NonNullable<Favourite['listing']> }

interface SavedIds {
  /** Saved now. */
  savedIds: readonly number[]
  /** Saved at some time since the page was opened. */
  shownIds: ReadonlySet<number>
}

/**
 * Listings that can be had, and those that have ended. One of the first stays when its heart is pressed: a second press
 * keeps it, and nothing moves under the finger.
 */
export function splitFavourites({ results }: Favourites, { savedIds, shownIds }: SavedIds) {
  const isOpen = (favourite: Favourite): favourite is ShownFavourite =>
    favourite.listing !== null && favourite.listing.status !== 'sold'
  return {
    open: results.filter(isOpen).filter(({ id }) => shownIds.has(id)),
    ended: results.filter((favourite) => !isOpen(favourite) && savedIds.includes(favourite.id)),
  }
}

/** Whether a listing was saved since the list was read, as on another device. */
export const lacksFavourite = ({ results }: Favourites, savedIds: readonly number[]): boolean =>
  savedIds.some((savedId) => !results.some(({ id }) => id === savedId))
