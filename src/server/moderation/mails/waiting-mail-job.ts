import { campusIsoDate, nextCampusHour } from '#contract/campus-date.ts'
import { dayMs, hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { countModerators, readWaiting } from '../waiting-queries.ts'
import { buildWaitingMail } from './waiting-mail.ts'

/** On campus. */
const sentAtHour = 8

/** The contact is told, although there are moderators, of what they have not looked at for so long. */
const escalateAfterMs = 3 * dayMs

/** Not sent later on the day, when the next one is near. */
const mailValidMs = 12 * hourMs

/** Tells the campus contact every morning that reports or appeals wait and nobody decides them. */
export const waitingMail: JobKind = {
  name: 'moderation-waiting-mail',
  delivery: 'at-least-once',
  nextRunAt: (now) => nextCampusHour(now, sentAtHour),
  run: ({ db, now }) =>
    db.transaction(async (tx) => {
      const time = now()
      const { oldest, ...waiting } = await readWaiting(tx)
      if (oldest === null) return
      const moderators = await countModerators(tx, time)
      if (moderators > 0 && time < oldest + escalateAfterMs) return
      const mail = buildWaitingMail({ ...waiting, oldest }, { moderators, now: time })
      // The cause is the day: what runs again after a crash or a start sends no second mail.
      const cause = `moderation-waiting ${campusIsoDate(time)}`
      await enqueueMail(tx, mail, { cause, expiresAt: time + mailValidMs }, time)
    }),
}
