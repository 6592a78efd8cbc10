import { formatNumber, pluralize } from '#contract/format.ts'
import type { Figures } from '#contract/moderation.ts'

/** "40 minutes", "5 hours", "3 days". */
export function formatHours(hours: number): string {
  if (hours < 1) return pluralize(Math.max(1, Math.round(hours * 60)), 'minute')
  if (hours < 48) return pluralize(Math.round(hours), 'hour')
  return pluralize(Math.round(hours / 24), 'day')
}

/** "3 of 8 (38%)"; none of none is no share. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '0'
  return `${formatNumber(part)} of ${formatNumber(whole)} (${Math.round((100 * part) / whole)}%)`
}

/** What became of listings that reports have hidden; some still wait. */
export function autoHiddenText({ total, kept, removed, untouched }: Figures['autoHidden']): string {
  if (total === 0) return 'No listing was hidden by reports.'
  const outcomes = [
    [kept, 'kept by a moderator'],
    [removed, 'removed by a moderator'],
    [untouched, 'shown again because nobody looked at it in time'],
  ] as const
  const known = outcomes.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return `${[`${pluralize(total, 'listing')} hidden by reports`, ...known].join(' · ')}.`
}
