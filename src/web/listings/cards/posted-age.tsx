import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { useToday } from '../../use-today.ts'
import { displayAge } from '../listing-display.ts'

export function PostedAge({ category, listing }: { category: AnyCategory; listing: Listing }) {
  return <p className="text-ink-2 text-sm">{displayAge(category, listing, useToday())}</p>
}
