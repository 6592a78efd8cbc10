import { nextCampusHour } from './campus-date.ts'

/** Hours of the campus between which no mail is sent that can wait; the daily ones are sent at their end. */
export const quietHours = { from: 22, to: 8 }

/** The same moment, or the end of the quiet hours it is in: they end before the next begin. */
export function afterQuietHours(timeMs: number): number {
  const end = nextCampusHour(timeMs, quietHours.to)
  return end < nextCampusHour(timeMs, quietHours.from) ? end : timeMs
}
