import { useQuery } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import { formatNumber } from '#contract/format.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { classNames } from '../../ui/class-names.ts'
import { ownListingsQuery } from './own-listings-query.ts'
import { countByStatus } from './status-text.ts'

/** How many of the user's listings are listed and sold in a category, linked to their section. */
export function CountCard({ category, userId }: { category: AnyCategory; userId: number }) {
  const { data } = useQuery(ownListingsQuery(useApi(), category, userId))
  const listed = data?.filter(({ status }) => isListed(status))
  const sold = data?.filter(({ status }) => status === 'sold') ?? []
  return (
    <Link
      to={`${pagePaths.dashboard}#${category.path}`}
      className="flex flex-auto flex-col gap-x-3 gap-y-1 rounded-card border border-line bg-card px-3 py-4 text-ink-2 text-sm transition hover:border-field sm:flex-1 sm:flex-row sm:flex-wrap sm:items-baseline sm:justify-between sm:p-5 sm:text-base"
    >
      <span
        className={classNames('figure text-3xl sm:text-4xl', Boolean(listed?.length) && 'text-ink')}
      >
        {listed ? formatNumber(listed.length) : '–'}
      </span>
      <span className="sm:order-last sm:w-full">{category.labels.dashboard}</span>
      <span>{countByStatus(category, sold)}</span>
    </Link>
  )
}
