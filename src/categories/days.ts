/** Calendar days are YYYY-MM-DD. They have no time zone, so no clock change moves them. */

const dayMs = 86_400_000

const isoDay = /^\d{4}-\d\d-\d\d$/

/** The last day with a year of four digits. A missing day sorts as this one. */
export const latestDay = '9999-12-31'

/** Whether the calendar has this day. Date.parse would read 2027-02-30 as the 2nd of March. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  isoDay.test(text) &&
  new Date(text).toJSON()?.startsWith(text) === true

/** Returns the number of days since 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(day) / dayMs

const earliest = dayNumber('0000-01-01')
const latest = dayNumber(latestDay)

/** Returns the day with this number, clamped to years of four digits. */
const toDay = (number: number): string =>
  new Date(Math.min(Math.max(number, earliest), latest) * dayMs).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => toDay(dayNumber(day) + days)

/** Returns the same day of a later month, or the last day of the month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day)
  const dayOfMonth = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0)
  return toDay(date.getTime() / dayMs)
}

/** Returns the number of days from the first to the last, both counted. */
export const countDays = (first: string, last: string): number =>
  Math.max(0, dayNumber(last) - dayNumber(first) + 1)
