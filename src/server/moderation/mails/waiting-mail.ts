import { brand, contactEmail, joinWords } from '#campus.ts'
import { campusIsoDate } from '#contract/campus-date.ts'
import { formatAge, pluralize } from '#contract/format.ts'
import { toIso } from '../../durations.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { Waiting } from '../waiting-queries.ts'

/** To the campus contact: numbers only, since it is not known who reads that mailbox. */
export function buildWaitingMail(
  { reports, appeals, signalAnswers, hidden, oldest }: Waiting & { oldest: number },
  { moderators, now }: { moderators: number; now: number },
): Mail {
  const counts = [
    pluralize(reports, 'report'),
    pluralize(appeals, 'appeal'),
    ...(signalAnswers > 0 ? [pluralize(signalAnswers, 'disputed signal')] : []),
  ]
  const subject = `Waiting on ${brand}: ${counts.join(', ')}`
  const age = formatAge(toIso(oldest), campusIsoDate(now))
  return renderMail('moderation-waiting', { email: contactEmail }, subject, {
    preheader: `The oldest is from ${age}.`,
    heading: subject,
    greeting: 'Hello,',
    paragraphs: [
      `These are waiting for a decision: ${joinWords(counts, 'and')}. The oldest is from ${age}.`,
      ...(hidden > 0
        ? [`Hidden after reports, until a moderator decides: ${pluralize(hidden, 'listing')}.`]
        : []),
      moderators === 0
        ? 'Nobody can decide: the site has no moderator. Whoever runs the server can appoint a student who has signed up:'
        : `The site has ${pluralize(moderators, 'moderator')}. Ask them to look at the queue. Whoever runs the server can appoint another student who has signed up:`,
      'npm run role -- EMAIL moderator',
    ],
    note: 'You get this email every morning until nothing is waiting.',
  })
}
