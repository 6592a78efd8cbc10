import { campus } from '#campus/campus.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import { dayMs, toIso } from '../durations.ts'

/** The number of 1970-01-05, the first Monday, in days since 1970. */
const firstMonday = 4

/** Returns the week of a campus day. Weeks start on Monday. */
export const weekOfDay = (day: number): number => Math.floor((day - firstMonday) / 7)

export const weekOf = (time: number): number => weekOfDay(campusDayNumber(time))

/** Returns the campus day of the week's Monday, in days since 1970. */
export const mondayOf = (week: number): number => firstMonday + 7 * week

/** Returns the week's Monday as YYYY-MM-DD. */
export const isoMonday = (week: number): string => toIso(mondayOf(week) * dayMs).slice(0, 10)

/** How many weeks a term has, on average over the year. Without terms, it is a third of the year. */
export const weeksPerTerm = (): number => Math.round(52 / (campus.terms.length || 3))
