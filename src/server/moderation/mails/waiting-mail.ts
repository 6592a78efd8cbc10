import { campus, joinWords } from '#campus/campus.ts'
import { campusIsoDate, nextCampusHour } from '#format/campus-date.ts'
import { formatAge, pluralize } from '#format/format.ts'
import { dayMs, hourMs, toIso } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { countModerators, readWaiting, type Waiting } from '../waiting.ts'

/** The hour on campus when the email is sent. */
const sentAtHour = 8

/** If a case has waited this long, the contact gets the email even if the site has moderators. */
const escalateAfterMs = 3 * dayMs

/** The email is not sent late in the day, because the next one follows soon. */
const mailValidMs = 12 * hourMs

/** Tells the campus contact every morning if reports or appeals wait and nobody decides them. */
export const waitingCasesMail: JobKind = {
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
      // The cause is the day, so a second run after a crash or a restart sends no second email.
      const cause = `moderation-waiting ${campusIsoDate(time)}`
      await enqueueMail(tx, mail, { cause, expiresAt: time + mailValidMs }, time)
    }),
}

/** The email to the campus contact has numbers only, because we do not know who reads that mailbox. */
export function buildWaitingMail(
  { reports, appeals, signalAnswers, hidden, oldest }: Waiting & { oldest: number },
  { moderators, now }: { moderators: number; now: number },
): Mail {
  const waiting = [
    { count: reports, noun: 'report' },
    { count: appeals, noun: 'appeal' },
    { count: signalAnswers, noun: 'disputed signal' },
  ].filter(({ count }) => count > 0)
  const counts = waiting.map(({ count, noun }) => pluralize(count, noun))
  const isOne = reports + appeals + signalAnswers === 1
  const subject = `${joinWords(counts, 'and')} ${isOne ? 'is' : 'are'} waiting for a moderator of ${campus.brand}`
  const age = formatAge(toIso(oldest), campusIsoDate(now))
  return renderMail('moderation-waiting', { email: campus.contactEmail }, subject, {
    preheader: `The oldest is from ${age}.`,
    heading: subject,
    greeting: 'Hello,',
    paragraphs: [
      `These are waiting for a decision: ${joinWords(counts, 'and')}. The oldest is from ${age}.`,
      ...(hidden > 0
        ? [`Hidden after reports, until a moderator decides: ${pluralize(hidden, 'listing')}.`]
        : []),
      moderators === 0
        ? 'Nobody can decide: the site has no moderator. To make a student a moderator, run this on the server:'
        : `The site has ${pluralize(moderators, 'moderator')}. Ask them to look at the queue. To make another student a moderator, run this on the server:`,
      'npm run role -- EMAIL moderator',
    ],
    note: 'You get this email every morning until nothing is waiting.',
  })
}
