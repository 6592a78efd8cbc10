/** How values read on every screen. Built by hand, so that server and browser never disagree. */
const dash = '—'
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 1200 reads "1,200". */
export const formatCount = (count: number): string =>
  String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Whole dollars, or a dash where there is nothing to pay. */
export function formatPrice(price: number | string | null | undefined): string {
  const dollars = Math.round(Number(price))
  return Number.isFinite(dollars) && dollars > 0 ? `$${formatCount(dollars)}` : dash
}

/** Short month, day and year in the campuses' time zone. */
export function formatDate(date: string | number | null | undefined): string {
  if (date === null || date === undefined || date === '') return dash
  const [year, month, day] = calendarDay(date) ?? []
  return month ? `${months[month - 1]} ${day}, ${year}` : String(date)
}

type Day = [year: number, month: number, day: number]

function calendarDay(date: string | number): Day | undefined {
  if (typeof date === 'number') return dayInToronto(new Date(date))
  const [, day, time, zone] = isoDate.exec(date.trim()) ?? []
  if (!day) return undefined
  // A day without a time is the same day everywhere.
  return time ? dayInToronto(new Date(`${day}T${time}${zone ?? 'Z'}`)) : realDay(day)
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i

function realDay(text: string): Day | undefined {
  const time = new Date(`${text}T00:00Z`)
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return time.getUTCDate() === day ? [year, month, day] : undefined
}

/** By the rule in force since 2007: a phone takes longer to load its own calendar than to show the page. */
function dayInToronto(time: Date): Day | undefined {
  if (Number.isNaN(time.getTime())) return undefined
  const year = time.getUTCFullYear()
  const summerBegins = Date.UTC(year, 2, sundayFrom(year, 2, 8), 7)
  const summerEnds = Date.UTC(year, 10, sundayFrom(year, 10, 1), 6)
  const isSummer = time.getTime() >= summerBegins && time.getTime() < summerEnds
  const there = new Date(time.getTime() - (isSummer ? 4 : 5) * 3_600_000)
  return [there.getUTCFullYear(), there.getUTCMonth() + 1, there.getUTCDate()]
}

function sundayFrom(year: number, month: number, day: number): number {
  return day + ((7 - new Date(Date.UTC(year, month, day)).getUTCDay()) % 7)
}

/** What may be known of a seller. */
export interface SellerFacts {
  id?: string | number | undefined
  name?: string | undefined
  email?: string | undefined
  contact?: string | undefined
}

export function sellerName({ id, name }: SellerFacts): string {
  return name || (id === undefined ? 'Unknown' : `Seller #${id}`)
}

export function sellerContact({ email, contact }: SellerFacts): string {
  return email || contact || dash
}
