import { safePlaces } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'
import { isFree } from '#contract/wire-functions.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { categoryComponents } from '../category-components.ts'

/** Where to meet, and what to do before money or the thing changes hands. */
export function SafetyBox({
  category,
  listing,
  role = 'buyer',
}: {
  category: AnyCategory
  listing: Partial<Listing>
  /** What its reader is: the owner is the seller, also of what is wanted. */
  role?: 'buyer' | 'seller'
}) {
  const gives = (role === 'seller') !== isWanted(category, listing)
  const { safetyTip } = categoryComponents(category.id)
  return (
    <Callout>
      <strong>Meet safely.</strong> Meet on campus, at {safePlaces} for example, and{' '}
      {safetyTip(listing, { gives, isFree: isFree(category, listing) })}.
    </Callout>
  )
}
