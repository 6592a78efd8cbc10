import { nextCampusHour } from './campus-date.ts'

/** The hours on campus between which no email is sent that can wait. Daily emails are sent when they end. */
export const quietHours = { from: 22, to: 8 }

/**
 * Returns the same moment or, in quiet hours, their end. A moment is in quiet hours if they end before the next ones
 * begin.
 */
export function afterQuietHours(timeMs: number): number {
  const end = nextCampusHour(timeMs, quietHours.to)
  return end < nextCampusHour(timeMs, quietHours.from) ? end : timeMs
}
