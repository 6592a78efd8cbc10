import type { Copies } from '#contract/copies.ts'
import { formatNumber, formatPrice } from '#contract/format.ts'

/** "3 copies from $25, middle price $40 · 2 wanted". */
export function copiesSummary(
  copies: Pick<Copies, 'total' | 'offered' | 'lowest_price' | 'median_price'>,
): string {
  const wanted = copies.total - copies.offered
  const parts = [
    copies.offered > 0 && offeredText(copies),
    wanted > 0 && `${formatNumber(wanted)} wanted`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function offeredText({
  offered,
  lowest_price: lowest,
  median_price: median,
}: Pick<Copies, 'offered' | 'lowest_price' | 'median_price'>): string {
  const count = offered === 1 ? '1 copy' : `${formatNumber(offered)} copies`
  if (lowest === null || median === null) return count
  return offered === 1
    ? `${count} for ${formatPrice(lowest)}`
    : `${count} from ${formatPrice(lowest)}, middle price ${formatPrice(median)}`
}
