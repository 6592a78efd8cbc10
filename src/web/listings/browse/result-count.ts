import { formatNumber } from '#contract/format.ts'
import type { ListPage } from '#contract/listings.ts'

type Count = Pick<ListPage, 'total' | 'total_exact'>

/** "38", or "1,000+" if the server stopped counting. */
export function formatTotal({ total, total_exact }: Count): string {
  return total_exact ? formatNumber(total) : `${formatNumber(total)}+`
}

/** "38 results", "1 result", "1,000+ results". */
export function formatResultCount(count: Count): string {
  return count.total === 1 ? '1 result' : `${formatTotal(count)} results`
}
