import { useQuery } from '@tanstack/react-query'
import type { AnyCategory, CategoryWithCopies } from '#categories/index.ts'
import { formatNumber } from '#contract/format.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { copiesOf } from './copies-of.ts'
import { copiesQuery, withoutResults } from './copies-query.ts'

/** A link to all listings of the same thing, if there are others. */
export function OtherCopies({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const copies = copiesOf(category, listing)
  return copies && <CopiesLink {...copies} isListed={isListed(listing.status)} />
}

function CopiesLink({
  category,
  value,
  isListed,
}: {
  category: CategoryWithCopies
  value: string
  isListed: boolean
}) {
  const { data: copies } = useQuery(copiesQuery(useApi(), category, value, withoutResults))
  const total = copies?.total ?? 0
  if (total <= (isListed ? 1 : 0)) return null
  return (
    <p className="mt-4 print:hidden">
      <Link to={pagePaths.copies(category.id, value)} className="link">
        {`${category.copies.linkLabel} (${formatNumber(total)})`}
      </Link>
    </p>
  )
}
