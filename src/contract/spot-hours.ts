import { formatCampusTime } from '#format/campus-date.ts'

const time = String.raw`(noon|midnight|(\d{1,2})(?:[:.](\d\d))?\s*([ap])?\.?(?:m\.?)?)`
const range = new RegExp(String.raw`^${time}\s*(?:to|until|till|-|–|—)\s*${time}$`, 'i')
const dayMinutes = 24 * 60

/**
 * Whether a place is closed at this time. Hours are a text that admins write. Only a plain range such as
 * "7 am to midnight" or "8:00–22:00" can be read. All others count as open, because nobody knows.
 */
export function isOutsideHours(hours: string, at: string): boolean {
  const [, ...parts] = range.exec(hours.trim()) ?? []
  const [from, until] = [readTime(parts.slice(0, 4)), readTime(parts.slice(4))]
  // "7 to 11 pm" may begin in the morning or in the evening.
  if (!from || !until || from.isClear !== until.isClear) return false
  const [opens, closes] = [from.minutes, until.minutes || dayMinutes]
  const end = closes > opens ? closes : closes + dayMinutes
  const [hour = 0, minute = 0] = formatCampusTime(Date.parse(at)).slice(11).split(':').map(Number)
  const minutes = hour * 60 + minute
  return ![minutes, minutes + dayMinutes].some((now) => opens <= now && now <= end)
}

/** Reads a time of day. It is clear if it says whether it is before or after noon. */
function readTime([text = '', digits, minute = '0', half]: (string | undefined)[]) {
  if (/noon/i.test(text)) return { minutes: dayMinutes / 2, isClear: true }
  if (/midnight/i.test(text)) return { minutes: 0, isClear: true }
  const hour = Number(digits)
  if (digits === undefined || Number(minute) > 59 || hour > (half ? 12 : 24)) return undefined
  const isAfterNoon = half?.toLowerCase() === 'p'
  const hours = half ? (hour % 12) + (isAfterNoon ? 12 : 0) : hour % 24
  return { minutes: hours * 60 + Number(minute), isClear: half !== undefined }
}
