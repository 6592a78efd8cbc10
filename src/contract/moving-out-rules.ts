import { termAt, termNumberOf } from '#categories/academic-terms.ts'
import { countDays } from '#categories/days.ts'
import { campusIsoDate, formatCampusTime } from '#format/campus-date.ts'
import { formatWeekday } from '#format/format.ts'

/** How many things can be posted at once. It is what a student may post in a day. */
export const maxMovingItems = 20

/** The longest place or window, in characters. */
export const maxPickupLength = 120

/** Free things end at most this many days ahead. */
export const maxFreeDays = 30

/** For how many days before the end of a term pages offer to post several things at once. */
export const movingOutDays = 21

/** Whether today is in the last three weeks of a term of the campus. */
export function isMovingOutTime(today: string): boolean {
  const { first, last } = termAt(termNumberOf(today))
  return first <= today && countDays(today, last) <= movingOutDays
}

/** Returns "Sat, Nov 28, 18:00", in campus time. */
export function formatFreeUntil(time: string, today: string): string {
  const ms = Date.parse(time)
  return `${formatWeekday(campusIsoDate(ms), today)}, ${formatCampusTime(ms).slice(11)}`
}
