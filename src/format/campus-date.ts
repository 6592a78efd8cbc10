import { zoneOffsets } from '#campus/zone.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export interface CalendarDate {
  year: number
  month: number
  day: number
}

/** Returns the date in the time zone of the campus. */
export function campusDate(timeMs: number): CalendarDate {
  const local = new Date(toCampusTime(timeMs))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

/** Returns the campus date as YYYY-MM-DD. */
export const campusIsoDate = (timeMs: number): string =>
  new Date(toCampusTime(timeMs)).toISOString().slice(0, 10)

/** Returns the campus date as a number of days since 1970-01-01. */
export const campusDayNumber = (timeMs: number): number => Math.floor(toCampusTime(timeMs) / dayMs)

/** Returns the campus date and time as YYYY-MM-DD HH:MM. */
export const formatCampusTime = (timeMs: number): string =>
  new Date(toCampusTime(timeMs)).toISOString().slice(0, 16).replace('T', ' ')

/** Returns the same time of day this many days later, even across a clock change. */
export const addCampusDays = (timeMs: number, days: number): number =>
  fromCampusTime(toCampusTime(timeMs) + days * dayMs)

/** Returns the first moment after a day, YYYY-MM-DD. */
export const endOfCampusDay = (isoDate: string): number =>
  fromCampusTime(Date.parse(isoDate) + dayMs)

/** Returns the moment when clocks on campus show this date and time, YYYY-MM-DDTHH:MM. */
export const campusMoment = (local: string): number => fromCampusTime(Date.parse(`${local}Z`))

/**
 * Returns the moments when clocks on campus show this date and time, YYYY-MM-DDTHH:MM. There are none in the hour that
 * clocks skip in spring, and two in the hour that they repeat in autumn.
 */
export function campusMoments(local: string): number[] {
  const localMs = Date.parse(`${local}Z`)
  const offsets = new Set([offsetAt(localMs - dayMs), offsetAt(localMs + dayMs)])
  const moments = [...offsets].map((offset) => localMs - offset)
  return moments.filter((time) => toCampusTime(time) === localMs).sort((a, b) => a - b)
}

/** Returns the next time when clocks on campus show this hour. */
export function nextCampusHour(timeMs: number, hour: number): number {
  const local = toCampusTime(timeMs)
  const today = Math.floor(local / dayMs) * dayMs + hour * hourMs
  return fromCampusTime(today > local ? today : today + dayMs)
}

/** Returns the last day before a moment, YYYY-MM-DD. For a moment at midnight, that is the day before. */
export const lastCampusDay = (endMs: number): string => campusIsoDate(endMs - 1)

/** Shifts the time so that UTC getters return the local date and time. */
const toCampusTime = (timeMs: number): number => timeMs + offsetAt(timeMs)

/** Returns the moment of a local time. In autumn an hour occurs twice; it returns the first. */
function fromCampusTime(localMs: number): number {
  const [before, after] = [offsetAt(localMs - dayMs), offsetAt(localMs + dayMs)]
  const earlier = localMs - Math.max(before, after)
  return toCampusTime(earlier) === localMs ? earlier : localMs - Math.min(before, after)
}

function offsetAt(timeMs: number): number {
  const offsets = zoneOffsets()
  return (offsets.findLast(([fromMs]) => fromMs <= timeMs) ?? offsets[0])?.[1] ?? 0
}
