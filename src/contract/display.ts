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

const torontoDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Toronto',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

function dayInToronto(time: Date): Day | undefined {
  if (Number.isNaN(time.getTime())) return undefined
  const parts = torontoDay.formatToParts(time)
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value)
  return [part('year'), part('month'), part('day')]
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
