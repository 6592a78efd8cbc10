import { campus } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { type AppError, banned, suspended } from '../../errors.ts'
import { type ConfirmationState, hasToConfirm } from '../confirmation/confirmation.ts'
import type { Standing } from '../person.ts'
import { readMailboxHash } from './mailbox-hash.ts'
import { findRestrictions, type Restriction } from './restriction-queries.ts'
import { isSuspended } from './standing.ts'

type Account = Pick<User, 'id' | 'email'> &
  Pick<ConfirmationState, 'mustConfirm' | 'confirmedAt'> &
  Pick<Standing, 'suspendedUntil' | 'bannedAt'>

/** Finds the restriction in force that lasts longest. */
export async function findRestriction(
  db: Db,
  { id, email }: Pick<User, 'id' | 'email'>,
  now: number,
): Promise<Restriction | undefined> {
  const hash = await readMailboxHash(db)
  const [restriction] = await findRestrictions(db, { id, mailboxHash: hash(email) }, now)
  return restriction
}

/** Returns a 403 with the reason if the student is restricted. Call it after the password or the mailbox is proven. */
export async function findRestrictionError(
  db: Db,
  account: Account,
  now: number,
): Promise<AppError | undefined> {
  if (account.bannedAt === null && !isSuspended(account, now)) return undefined
  const isUnproven = hasToConfirm(account)
  const restriction = isUnproven
    ? (await findRestrictions(db, { id: account.id, mailboxHash: '' }, now))[0]
    : await findRestriction(db, account, now)
  if (!restriction) return undefined
  const describe = isUnproven ? describeToStranger : describeRestriction
  const message = describe(restriction, now)
  return restriction.kind === 'ban' ? banned(message) : suspended(message)
}

/** Returns the sentences that a suspended or banned student reads wherever they are refused. */
export function describeRestriction(restriction: Restriction, now: number): string {
  const what = describeEffect(restriction)
  return [what, describeReason(restriction), describeAppeal(restriction, now)].join(' ')
}

/** Returns the sentences for someone who has not proved the mailbox. Only the student of the mailbox may read the reason. */
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

/** Adds a full stop to the moderator's text if it has none, because a sentence follows. */
const endSentence = (text: string) => text.trim().replace(/(?<![.!?])$/, '.')

function describeAppeal(restriction: Restriction, now: number): string {
  const { appealUntil, appealedAt, appealDecision } = restriction
  if (appealDecision === 'rejected') return 'Your appeal was rejected.'
  if (appealedAt !== null) return `We're looking at your appeal of ${formatDate(appealedAt)}.`
  return appealUntil !== null && now < appealUntil
    ? `You can appeal until ${formatDate(appealUntil)} with the link in the email we sent you.`
    : `Questions? Write to ${campus.contactEmail}.`
}
