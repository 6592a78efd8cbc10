import type { CategoryDefinition } from '#categories/define-category.ts'
import type { ListPage } from '#contract/listings.ts'
import { formatNumber } from '#format/format.ts'

type Count = Pick<ListPage, 'total' | 'total_exact'>

/** Returns for example "38", or "1,000+" if the server stopped counting. */
export function formatTotal({ total, total_exact }: Count): string {
  return total_exact ? formatNumber(total) : `${formatNumber(total)}+`
}

/** Returns for example "38 rentals" or "1 rental". */
export function formatListingCount({ labels }: CategoryDefinition, count: Count): string {
  return count.total === 1 ? `1 ${labels.singular}` : `${formatTotal(count)} ${labels.plural}`
}

/** Returns for example "38 results", "1 result" or "1,000+ results". */
export function formatResultCount(count: Count): string {
  return count.total === 1 ? '1 result' : `${formatTotal(count)} results`
}
