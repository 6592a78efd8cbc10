import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { type AppError, banned, suspended } from '../../errors.ts'
import { type ConfirmationState, hasToConfirm } from '../confirmation/confirmation.ts'
import { describeRestriction, describeToStranger } from './describe-restriction.ts'
import { readMailboxHash } from './mailbox-hash.ts'
import { findRestrictions, type Restriction } from './restriction-queries.ts'
import { isSuspended, type Standing } from './standing.ts'

type Account = Pick<User, 'id' | 'email'> &
  Pick<ConfirmationState, 'mustConfirm' | 'confirmedAt'> &
  Pick<Standing, 'suspendedUntil' | 'bannedAt'>

/** The one in force that lasts longest. */
export async function findRestriction(
  db: Db,
  { id, email }: Pick<User, 'id' | 'email'>,
  now: number,
): Promise<Restriction | undefined> {
  const hash = await readMailboxHash(db)
  const [restriction] = await findRestrictions(db, { id, mailboxHash: hash(email) }, now)
  return restriction
}

/** 403 with the reason, for someone who proved the password or mailbox; otherwise undefined. */
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
