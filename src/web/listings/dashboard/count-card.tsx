import { useQuery } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import { formatNumber } from '#contract/format.ts'
import { pagePaths } from '#contract/paths.ts'
import { useApi } from '../../api.ts'
import { Link } from '../../link.tsx'
import { ownListingsQuery } from './own-listings-query.ts'

/** The number of the user's listings in a category, linked to their section. */
export function CountCard({ category, userId }: { category: AnyCategory; userId: number }) {
  const { data } = useQuery(ownListingsQuery(useApi(), category, userId))
  return (
    <Link
      to={`${pagePaths.dashboard}#${category.path}`}
      className="flex flex-auto flex-col gap-1 rounded-card border border-line bg-card px-3 py-4 transition hover:border-field sm:flex-1 sm:p-5"
    >
      <span className="figure text-3xl sm:text-4xl">{data ? formatNumber(data.length) : '–'}</span>
      <span className="text-ink-2 text-sm sm:text-base">{category.labels.dashboard}</span>
    </Link>
  )
}
