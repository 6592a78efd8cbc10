import { safePlaces } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { Callout } from '../../ui/callout.tsx'
import { categoryComponents } from '../category-components.ts'

/** Where to meet, and what to do before money or the thing changes hands. */
export function SafetyBox({
  category,
  listing,
}: {
  category: AnyCategory
  listing: Partial<Listing>
}) {
  return (
    <Callout>
      <strong>Meet safely.</strong> Meet on campus, at {safePlaces} for example, and{' '}
      {categoryComponents(category.id).safetyTip(listing)}.
    </Callout>
  )
}
