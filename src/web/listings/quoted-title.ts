import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { displayTitle } from './listing-display.ts'

const maxLength = 40

/** For a toast, which a long title would fill. */
export function quotedTitle(category: AnyCategory, listing: Listing): string {
  return quoteShort(displayTitle(category, listing))
}

export function quoteShort(title: string): string {
  // By code points: no half of a surrogate pair is left.
  const characters = [...title]
  if (characters.length <= maxLength) return `“${title}”`
  return `“${characters.slice(0, maxLength).join('').trimEnd()}…”`
}
