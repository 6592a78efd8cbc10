import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { returnKeptReports } from '../../moderation/reports/kept-report-queries.ts'
import { findRestriction } from './find-restriction.ts'
import { lockRestrictionsShared } from './mailbox-hash.ts'
import { copyStanding } from './standing-copies.ts'

/**
 * In the transaction of a sign-up: leaving and coming back, or a plus address, ends neither a ban, which refuses the
 * account, nor a suspension, which it goes on with, nor the case of what was reported. With VERIFY_EMAIL that waits
 * until the mailbox is proven.
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

/** Read before the password is hashed, so that a banned address is refused as soon as one that is taken. */
export async function isMailboxBanned(db: Db, email: string, now: number): Promise<boolean> {
  // Of no account: there is none with the address, or it is taken.
  return (await findRestriction(db, { id: 0, email }, now))?.kind === 'ban'
}

/** Of a banned address too: anyone can try one, and a ban is between Quad and its student. */
export function emailTaken(): AppError {
  const message = 'That email has been taken'
  return new AppError('conflict', message, { fields: { email: message } })
}
