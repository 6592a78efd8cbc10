import { campusIsoDate, dayMs, formatCampusTime } from '#contract/campus-date.ts'
import { pluralize } from '#contract/format.ts'

/** "Waiting since 05:15" today, "Waiting 3 days" after that, in campus days. */
export function waitingText(since: string, today: string): string {
  const time = Date.parse(since)
  const days = (Date.parse(today) - Date.parse(campusIsoDate(time))) / dayMs
  if (days > 0) return `Waiting ${pluralize(days, 'day')}`
  return `Waiting since ${formatCampusTime(time).split(' ')[1]}`
}
