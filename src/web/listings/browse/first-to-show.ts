import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'

/** The smallest card in CSS pixels: without a photo, in the narrowest column of .card-grid. */
const smallest = { height: 150, width: 264 }

/**
 * Returns the listings whose cards are rendered first: those that fill the screen. On the way back these are all up to the
 * pressed card and a screen more, or all of them if something else was pressed. So the page is long enough to scroll to
 * where the reader was.
 */
export function firstToShow(
  listings: readonly Listing[],
  /** The link that led away from the list, or undefined if it is unknown. False when a link leads to the list. */
  pressed: string | false | undefined,
): readonly Listing[] {
  const columns = Math.max(1, Math.floor(innerWidth / smallest.width))
  const ofScreen = Math.ceil(innerHeight / smallest.height) * columns
  if (pressed === false) return listings.slice(0, ofScreen)
  const position = listings.findIndex(
    ({ category, id }) => pagePaths.listing(category, id) === pressed,
  )
  return position < 0 ? listings : listings.slice(0, position + 1 + ofScreen)
}
