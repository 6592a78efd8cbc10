import { formatAmount, formatNumber, pluralize } from '#format/format.ts'
import type { SaleFigure } from './sales.ts'

/** Returns "Sold ones like this went for $40–55, most within 6 days." */
export function saleSentence(
  { low, high, within_days }: Pick<SaleFigure, 'low' | 'high' | 'within_days'>,
  soldLabel: string,
): string {
  const range = low === high ? formatAmount(low) : `${formatAmount(low)}–${formatNumber(high)}`
  const time = within_days === null ? '' : `, most within ${pluralize(within_days, 'day')}`
  return `${soldLabel} ones like this went for ${range}${time}.`
}

/** Returns the number behind it: "Based on 12 copies of this book." It names no period: a figure may be older than its sales. */
export const saleBasis = ({ sales, like }: Pick<SaleFigure, 'sales' | 'like'>): string =>
  `Based on ${formatNumber(sales)} ${like}.`
