import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { DottedText } from '../../ui/dotted-text.tsx'
import { useToday } from '../../use-today.ts'
import { displayAge } from '../listing-display.ts'

/** At the bottom of a card, above its button. */
export function PostedAge({ category, listing }: { category: AnyCategory; listing: Listing }) {
  return (
    <p className="mt-auto text-balance pt-1 text-ink-2 text-sm">
      <DottedText>{displayAge(category, listing, useToday())}</DottedText>
    </p>
  )
}
