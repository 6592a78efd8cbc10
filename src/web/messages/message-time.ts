import { campusIsoDate, dayMs } from '#format/campus-date.ts'
import { formatClock, formatShortDate, formatWeekday } from '#format/format.ts'

/** Returns the time of day for today, the weekday for the week before, and the date for older messages. */
export function formatListTime(time: string, today: string): string {
  const day = campusIsoDate(Date.parse(time))
  const days = (Date.parse(today) - Date.parse(day)) / dayMs
  if (days <= 0) return formatClock(time)
  return days < 7 ? formatWeekday(day, today).slice(0, 3) : formatShortDate(day, today)
}

/** Returns for example "Today", "Yesterday" or "Sat, Nov 14". */
export function formatDay(day: string, today: string): string {
  const days = (Date.parse(today) - Date.parse(day)) / dayMs
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : formatWeekday(day, today)
}
