import { formatCount } from '#contract/display.ts'
import type { ListingPage } from '#contract/listings.ts'

type Count = Pick<ListingPage, 'total' | 'total_exact'>

/** "38", or "1,000+" where nobody counted further. */
export function totalText({ total, total_exact }: Count): string {
  return total_exact ? formatCount(total) : `${formatCount(total)}+`
}

/** "38 results", "1 result", "1,000+ results". */
export function countText(count: Count): string {
  return count.total === 1 ? '1 result' : `${totalText(count)} results`
}
