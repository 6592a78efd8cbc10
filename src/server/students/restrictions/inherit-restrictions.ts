import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import type { StudentHooks } from '../student-hooks.ts'
import { findRestriction } from './find-restriction.ts'
import { lockRestrictionsShared } from './mailbox-hash.ts'
import type { Standing } from './standing.ts'
import { copyStanding } from './standing-copies.ts'

/**
 * Runs in the transaction of a sign-up or, with VERIFY_EMAIL, once the mailbox is proven: a stranger who signs up with a
 * plus address must not learn about the mailbox. Neither a new account nor a plus address ends a ban, a suspension or an
 * open grave report. The caller refuses a banned mailbox.
 */
export async function inheritRestrictions(
  tx: Db,
  account: Pick<User, 'id' | 'email'>,
  { hooks, now }: { hooks: StudentHooks; now: number },
): Promise<Pick<Standing, 'suspendedUntil' | 'bannedAt'>> {
  const hash = await lockRestrictionsShared(tx)
  const standing = await copyStanding(tx, { ...account, isUnproven: false }, hash, now)
  const mailboxHash = hash(account.email)
  await runHooks(hooks.mailboxProved, tx, { id: account.id, mailboxHash, now })
  return standing
}

/**
 * For sites without VERIFY_EMAIL. Checked before the password is hashed, so that banned and taken addresses are refused
 * equally fast.
 */
export async function isMailboxBanned(db: Db, email: string, now: number): Promise<boolean> {
  // No account has id 0: only the mailbox counts here.
  return (await findRestriction(db, { id: 0, email }, now))?.kind === 'ban'
}

/** Banned addresses get the same answer: anyone can try one, and a ban is between Quad and its student. */
export function emailTaken(): AppError {
  const message = 'That email has been taken'
  return new AppError('conflict', message, { fields: { email: message } })
}
