import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { wantedLabel } from '#contract/wire-functions.ts'
import { Badge } from '../../ui/content/badge.tsx'

/** Nothing for a listing that offers a thing. */
export function WantedBadge({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const label = wantedLabel(category, listing)
  return label && <Badge variant="sun">{label}</Badge>
}
