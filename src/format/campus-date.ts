const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export interface CalendarDate {
  year: number
  month: number
  day: number
}

/**
 * The date in the campuses' time zone, America/Toronto, by the daylight saving rule in force since 2007.
 * Computed by hand: a phone takes longer to load Intl's time zone data than to show the page.
 */
export function campusDate(timeMs: number): CalendarDate {
  const local = new Date(toCampusTime(timeMs))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

/** The campus date as YYYY-MM-DD. */
export const campusIsoDate = (timeMs: number): string =>
  new Date(toCampusTime(timeMs)).toISOString().slice(0, 10)

/** The campus date as a number of days since 1970-01-01. */
export const campusDayNumber = (timeMs: number): number => Math.floor(toCampusTime(timeMs) / dayMs)

/** The campus date and time as YYYY-MM-DD HH:MM. */
export const formatCampusTime = (timeMs: number): string =>
  new Date(toCampusTime(timeMs)).toISOString().slice(0, 16).replace('T', ' ')

/** The same time of day so many days later, also across a clock change. */
export const addCampusDays = (timeMs: number, days: number): number =>
  fromCampusTime(toCampusTime(timeMs) + days * dayMs)

/** The first moment after a day, YYYY-MM-DD. */
export const endOfCampusDay = (isoDate: string): number =>
  fromCampusTime(Date.parse(isoDate) + dayMs)

/** When clocks on campus next show this hour. */
export function nextCampusHour(timeMs: number, hour: number): number {
  const local = toCampusTime(timeMs)
  const today = Math.floor(local / dayMs) * dayMs + hour * hourMs
  return fromCampusTime(today > local ? today : today + dayMs)
}

/** The last day before a moment, YYYY-MM-DD: what ends at midnight ends with the day before. */
export const lastCampusDay = (endMs: number): string => campusIsoDate(endMs - 1)

/** Shifted so that UTC getters return the local date and time. */
const toCampusTime = (timeMs: number): number => timeMs - (isDst(timeMs) ? 4 : 5) * hourMs

/** Of the two moments with the same time of day in autumn, the first. */
function fromCampusTime(localMs: number): number {
  const inDst = localMs + 4 * hourMs
  return isDst(inDst) ? inDst : localMs + 5 * hourMs
}

function isDst(timeMs: number): boolean {
  const year = new Date(timeMs).getUTCFullYear()
  const start = Date.UTC(year, 2, firstSunday(year, 2, 8), 7)
  const end = Date.UTC(year, 10, firstSunday(year, 10, 1), 6)
  return timeMs >= start && timeMs < end
}

/** The first Sunday of the month on or after the day. */
function firstSunday(year: number, month: number, day: number): number {
  return day + ((7 - new Date(Date.UTC(year, month, day)).getUTCDay()) % 7)
}
