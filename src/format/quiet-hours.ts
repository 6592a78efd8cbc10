import { nextCampusHour } from './campus-date.ts'

/** From 22:00 to 8:00 campus time, emails that can wait are not sent. Daily emails are sent when these hours end. */
export const quietHours = { from: 22, to: 8 }

/**
 * Returns the same moment or, in quiet hours, their end. A moment is in quiet hours if they end before the next ones
 * begin.
 */
export function afterQuietHours(timeMs: number): number {
  const end = nextCampusHour(timeMs, quietHours.to)
  return end < nextCampusHour(timeMs, quietHours.from) ? end : timeMs
}
