import { formatCampusTime } from './campus-date.ts'
import { formatShortDate } from './format.ts'

/** "3:15 pm", by the campus clock. */
export function formatClock(time: string): string {
  const [hours = 0, minutes] = formatCampusTime(Date.parse(time)).slice(11).split(':')
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'am' : 'pm'}`
}

/** "Nov 15, 2:05 pm", by the campus clock. */
export const formatMoment = (time: string, today: string): string =>
  `${formatShortDate(time, today)}, ${formatClock(time)}`
