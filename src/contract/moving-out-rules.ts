import { termAt, termNumberOf } from '#categories/academic-terms.ts'
import { countDays } from '#categories/days.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatClock, formatWeekday } from '#format/format.ts'

/** How many items can be posted at once. It is what a student may post in a day. */
export const maxMovingItems = 20

/** The longest place or window, in characters. */
export const maxPickupLength = 120

/** Free things end at most this many days ahead. */
export const maxFreeDays = 30

/** For how many days before the end of a term pages offer to post several items at once. */
export const movingOutDays = 21

/** Whether today is in the last three weeks of a term of the campus. */
export function isMovingOutTime(today: string): boolean {
  const { first, last } = termAt(termNumberOf(today))
  return first <= today && countDays(today, last) <= movingOutDays
}

/** Returns "Sat, Nov 28, 6:00 pm", in campus time. */
export const formatFreeUntil = (time: string, today: string): string =>
  `${formatWeekday(campusIsoDate(Date.parse(time)), today)}, ${formatClock(time)}`
