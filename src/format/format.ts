import { campus } from '#campus/campus.ts'
import {
  type CalendarDate,
  campusDate,
  campusIsoDate,
  dayMs,
  formatCampusTime,
} from './campus-date.ts'

/** These functions do not use Intl, so that server and browser render the same text, whatever their ICU data. */
export const dash = '—'
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Returns "1,200" for 1200. */
export const formatNumber = (count: number): string =>
  String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Returns "1 bedroom" or "3 bedrooms". */
export const pluralize = (count: number, singular: string): string =>
  `${count} ${singular}${count === 1 ? '' : 's'}`

/** Returns "an item" or "a rental". */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** Returns "$1,200" for 1200, with the currency of the campus. */
export const formatAmount = (amount: number | string): string =>
  campus.currency.symbol + formatNumber(Number(amount))

/** Returns the price without cents, or a dash for zero and blank. */
export function formatPrice(price: number | string | null | undefined): string {
  const rounded = Math.round(Number(price))
  return Number.isFinite(rounded) && rounded > 0 ? formatAmount(rounded) : dash
}

/** Returns short month, day and year in the campuses' time zone. A text that is not a date is returned as it is. */
export function formatDate(date: string | number | null | undefined): string {
  if (date === null || date === undefined || date === '') return dash
  const parsed = parseDate(date)
  return parsed ? `${months[parsed.month - 1]} ${parsed.day}, ${parsed.year}` : String(date)
}

/** Returns the date, without the year if it is the year of `today`, YYYY-MM-DD. */
export function formatShortDate(date: string | number, today: string): string {
  const parsed = parseDate(date)
  if (!parsed) return String(date)
  const day = `${months[parsed.month - 1]} ${parsed.day}`
  return parsed.year === Number(today.slice(0, 4)) ? day : `${day}, ${parsed.year}`
}

/** Returns "May 20" for "05-20". */
export const formatDayOfYear = (day: string): string =>
  `${months[Number(day.slice(0, 2)) - 1]} ${Number(day.slice(3))}`

/** Returns "05-20" for "May 20", "20 May" or "5-20". A text that is no day is returned as it is. */
export function parseDayOfYear(text: string): string {
  const [, word, digits] =
    /^\s*(?:([a-z]{3})[a-z]*\.?\s+(\d{1,2}))\s*$/i.exec(text) ??
    /^\s*(?=\d{1,2}\s+([a-z]{3}))(\d{1,2})\s+[a-z]+\.?\s*$/i.exec(text) ??
    []
  const named = months.findIndex((month) => month.toLowerCase() === word?.toLowerCase()) + 1
  const [, month = named, day = digits] = /^\s*(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? []
  if (!Number(month) || !day) return text
  return `${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Returns "Nov 2026" for "2026-11". */
export function formatMonth(yearMonth: string): string {
  const [year, month] = yearMonth.split('-')
  return `${months[Number(month) - 1]} ${year}`
}

/** Returns the short date with its weekday: "Sat, Nov 28". */
export function formatWeekday(date: string, today: string): string {
  const parsed = parseDate(date)
  if (!parsed) return date
  const { year, month, day } = parsed
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]
  return `${weekday}, ${formatShortDate(date, today)}`
}

/** Returns "today", "3 days ago" or "2 weeks ago". It counts whole campus days, so that the text is the same all day. */
export function formatAge(time: string, today: string): string {
  const day = campusIsoDate(Date.parse(time))
  const days = (Date.parse(today) - Date.parse(day)) / dayMs
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days < 7) return `${days} days ago`
  if (days < 60) return `${pluralize(Math.floor(days / 7), 'week')} ago`
  return `${pluralize(Math.floor(days / 30), 'month')} ago`
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i

function parseDate(date: string | number): CalendarDate | undefined {
  if (typeof date === 'number') return parseTime(date)
  const [, day, time, zone] = isoDate.exec(date.trim()) ?? []
  if (!day) return undefined
  // A date without a time is the same in every time zone.
  return time ? parseTime(Date.parse(`${day}T${time}${zone ?? 'Z'}`)) : parseDay(day)
}

const parseTime = (timeMs: number) =>
  Number.isNaN(new Date(timeMs).getTime()) ? undefined : campusDate(timeMs)

/** Returns undefined for a day that does not exist, such as February 30. */
function parseDay(text: string): CalendarDate | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return new Date(`${text}T00:00Z`).getUTCDate() === day ? { year, month, day } : undefined
}

interface SellerInfo {
  id?: string | number | undefined
  name?: string | undefined
  email?: string | null | undefined
  contact?: string | undefined
}

export function formatSellerName({ id, name }: SellerInfo): string {
  return name || (id === undefined ? 'Unknown' : `Seller #${id}`)
}

export function formatSellerContact({ email, contact }: SellerInfo): string {
  return email || contact || dash
}

/** Formats an hour of the day, 0 to 23, such as "8 am". */
export const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`

/** Returns the time on campus: "3:15 pm". */
export function formatClock(time: string): string {
  const [hours = 0, minutes] = formatCampusTime(Date.parse(time)).slice(11).split(':')
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'am' : 'pm'}`
}

/** Returns the date and time on campus: "Nov 15, 2:05 pm". */
export const formatMoment = (time: string, today: string): string =>
  `${formatShortDate(time, today)}, ${formatClock(time)}`

/** Returns the text as it begins a line: "Under 15 min walk". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Shortens a text for a quotation, so that readers still recognise it. It counts code points, so that none is cut in
 * half.
 */
export function clipText(text: string, maxLength = 50): string {
  const characters = [...text]
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength).join('').trimEnd()}…`
    : text
}
