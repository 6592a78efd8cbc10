import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { returnKeptReports } from '../../moderation/reports/kept-report-queries.ts'
import { findRestriction } from './find-restriction.ts'
import { lockRestrictionsShared } from './mailbox-hash.ts'
import { copyStanding } from './standing-copies.ts'

/**
 * Runs in the transaction of a sign-up. Leaving and coming back, or a plus address, ends no ban, no suspension and no
 * open grave report. A ban refuses the account. With VERIFY_EMAIL, reports come back once the mailbox is proven.
 */
export async function inheritRestrictions(
  tx: Db,
  account: Pick<User, 'id' | 'email'>,
  now: number,
): Promise<void> {
  const hash = await lockRestrictionsShared(tx)
  const { bannedAt } = await copyStanding(tx, account, hash, now)
  if (bannedAt !== null) throw emailTaken()
  await returnKeptReports(tx, account.id, { hash: hash(account.email), now })
}

/** Checked before the password is hashed, so that banned and taken addresses are refused equally fast. */
export async function isMailboxBanned(db: Db, email: string, now: number): Promise<boolean> {
  // No account has id 0: only the mailbox counts here.
  return (await findRestriction(db, { id: 0, email }, now))?.kind === 'ban'
}

/** Banned addresses get the same answer: anyone can try one, and a ban is between Quad and its student. */
export function emailTaken(): AppError {
  const message = 'That email has been taken'
  return new AppError('conflict', message, { fields: { email: message } })
}
