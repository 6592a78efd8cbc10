import type { AnyCategory } from '#categories/index.ts'
import { clipText } from '#contract/clip-text.ts'
import type { Listing } from '#contract/listings.ts'
import { displayTitle } from './listing-display.ts'

const maxLength = 40

/** For a toast, which a long title would fill. */
export function quotedTitle(category: AnyCategory, listing: Listing): string {
  return quoteShort(displayTitle(category, listing))
}

export const quoteShort = (title: string): string => `“${clipText(title, maxLength)}”`
