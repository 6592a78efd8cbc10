import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { statusLabel } from '#contract/wire-functions.ts'
import { Badge } from '../../ui/content/badge.tsx'

/** Nothing for an available listing. */
export function StatusBadge({
  category,
  listing,
  className,
}: {
  category: AnyCategory
  listing: Listing
  className?: string
}) {
  const { status } = listing
  if (status === 'available') return null
  return (
    <Badge variant={status === 'pending' ? 'gold' : 'ink'} {...(className && { className })}>
      {statusLabel(category, listing)}
    </Badge>
  )
}
