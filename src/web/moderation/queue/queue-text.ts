import { campusIsoDate, dayMs } from '#contract/campus-date.ts'
import { pluralize } from '#contract/format.ts'
import { formatClock } from '#contract/format-moment.ts'

/** "Waiting since 5:15 am" today, "Waiting 3 days" after that, in campus days. */
export function waitingText(since: string, today: string): string {
  const days = (Date.parse(today) - Date.parse(campusIsoDate(Date.parse(since)))) / dayMs
  if (days > 0) return `Waiting ${pluralize(days, 'day')}`
  return `Waiting since ${formatClock(since)}`
}
