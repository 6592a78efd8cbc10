import { meetingMs } from '#contract/meeting-rules.ts'
import { addCampusDays, nextCampusHour } from '#format/campus-date.ts'
import { afterQuietHours, quietHours } from '#format/quiet-hours.ts'
import { hourMs } from '../../durations.ts'

/** How long before a meeting the reminder is sent. */
const reminderMs = 3 * hourMs

/** The shortest time before a meeting at which a reminder still helps. */
const minReminderMs = hourMs

/**
 * Returns when both are reminded of a meeting, or null if that time has passed. A reminder for the early morning is sent
 * on the evening before, because no email is sent at night.
 */
export function reminderTime(startsAt: number, now: number): number | null {
  const wanted = startsAt - reminderMs
  const morning = afterQuietHours(wanted)
  const remindAt =
    morning <= startsAt - minReminderMs
      ? morning
      : addCampusDays(nextCampusHour(wanted, quietHours.from), -1) - hourMs
  return remindAt > now ? remindAt : null
}

/** Returns when both are asked by email how a meeting went. */
export const questionTime = (startsAt: number): number => afterQuietHours(startsAt + meetingMs)
