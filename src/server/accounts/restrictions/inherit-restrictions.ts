import { contactEmail } from '#campus.ts'
import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { lockRestrictionsShared } from './mailbox-hash.ts'
import { copyStanding } from './standing-copies.ts'

/**
 * In the transaction of a sign-up: leaving and coming back, or a plus address, ends neither a ban, which refuses the
 * account, nor a suspension, which it goes on with.
 */
export async function inheritRestrictions(
  tx: Db,
  account: Pick<User, 'id' | 'email'>,
  now: number,
): Promise<void> {
  const hash = await lockRestrictionsShared(tx)
  const { bannedAt } = await copyStanding(tx, account, hash, now)
  if (bannedAt !== null) throw addressRefused()
}

/** In the words and with the code of any other address: anyone can try one, and a ban is between Quad and its student. */
export function addressRefused(): AppError {
  const message = `You can't sign up with this email. Questions? Write to ${contactEmail}.`
  return new AppError('conflict', message, { fields: { email: message } })
}
