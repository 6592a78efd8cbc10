import { meetingMs } from '#contract/meeting-rules.ts'
import { addCampusDays, nextCampusHour } from '#format/campus-date.ts'
import { afterQuietHours, quietHours } from '#format/quiet-hours.ts'
import { hourMs, minuteMs } from '../../durations.ts'

/** How long before a meeting the reminder is sent. */
const reminderMs = 3 * hourMs

/** The shortest time before a meeting that an email leaves, if it can wait for the morning. */
const minReminderMs = hourMs

/** The shortest time that is left after a night in which the two agreed to meet in the morning. */
const minAfterNightMs = hourMs / 2

/**
 * Returns when both are reminded of a meeting, or null if that time has passed. A reminder for the early morning is sent
 * on the evening before, because no email is sent at night. If the two agree later than that, it is sent at once or after
 * the night.
 */
export function reminderTime(startsAt: number, now: number): number | null {
  const wanted = startsAt - reminderMs
  const morning = afterQuietHours(wanted)
  if (morning <= startsAt - minReminderMs) return morning > now ? morning : null
  const night = addCampusDays(nextCampusHour(wanted, quietHours.from), -1)
  if (now < night) return Math.max(now, night - hourMs)
  const afterNight = afterQuietHours(now)
  const isInTime = afterNight > now && afterNight <= startsAt - minAfterNightMs
  return isInTime ? afterNight : null
}

/** The other student may read about a cancelled meeting on the site first. This is shorter than the wait of other messages. */
const cancelledMs = 2 * minuteMs

/** Returns when a student is told by email that a meeting is cancelled: in the morning, or at once if that is too late. */
export function cancelledMailTime(startsAt: number, now: number): number {
  const wanted = afterQuietHours(now + cancelledMs)
  return wanted <= startsAt - minReminderMs ? wanted : now
}

/** Returns when both are asked by email how a meeting went. */
export const questionTime = (startsAt: number): number => afterQuietHours(startsAt + meetingMs)
