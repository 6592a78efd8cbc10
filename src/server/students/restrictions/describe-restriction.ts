import { contactEmail } from '#campus.ts'
import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import { formatDate } from '#contract/format.ts'
import type { Restriction } from './restriction-queries.ts'

/** The plain sentences that a suspended or banned student meets wherever they are refused. */
export function describeRestriction(restriction: Restriction, now: number): string {
  const what = describeEffect(restriction)
  return [what, describeReason(restriction), describeAppeal(restriction, now)].join(' ')
}

/** To one who has signed up with the address and not proved the mailbox: the reason is for its student alone. */
export const describeToStranger = (restriction: Restriction): string =>
  `${describeEffect(restriction)} The email we sent to this mailbox says why, and how to appeal.`

const describeEffect = ({ createdAt, expiresAt }: Restriction) =>
  expiresAt === null
    ? `Your account was closed on ${formatDate(createdAt)}.`
    : `You're suspended until ${formatDate(expiresAt)}. You can't post, report or start conversations, but you can reply in the ones you have.`

function describeReason({ kind, reason, note }: Restriction): string {
  return [
    reason && `The reason: ${decisionReasonLabels[reason]}.`,
    note && `The ${kind === 'ban' ? 'admin' : 'moderator'} wrote: “${endSentence(note)}”`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** More follows, and not every moderator writes a full stop. */
const endSentence = (text: string) => text.trim().replace(/(?<![.!?])$/, '.')

function describeAppeal(restriction: Restriction, now: number): string {
  const { appealUntil, appealedAt, appealDecision } = restriction
  if (appealDecision === 'rejected') return 'Your appeal was rejected.'
  if (appealedAt !== null) return `We're looking at your appeal of ${formatDate(appealedAt)}.`
  return appealUntil !== null && now < appealUntil
    ? `You can appeal until ${formatDate(appealUntil)} with the link in the email we sent you.`
    : `Questions? Write to ${contactEmail}.`
}
