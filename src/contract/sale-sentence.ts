import { formatAmount, formatNumber, pluralize } from '#format/format.ts'
import type { SaleFigure } from './sales.ts'

/** Returns "Sold ones like this went for $40–55, most within 6 days." */
export function saleSentence(
  { low, high, within_days }: Pick<SaleFigure, 'low' | 'high' | 'within_days'>,
  soldLabel: string,
): string {
  const range = low === high ? formatAmount(low) : `${formatAmount(low)}–${formatNumber(high)}`
  return `${soldLabel} ones like this went for ${range}, most within ${pluralize(within_days, 'day')}.`
}

/** Returns the number behind it: "From 12 copies of this book in the last 12 months." */
export const saleBasis = ({ sales, like }: Pick<SaleFigure, 'sales' | 'like'>): string =>
  `From ${formatNumber(sales)} ${like} in the last 12 months.`
