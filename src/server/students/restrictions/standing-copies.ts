import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import type { MailboxHash } from './mailbox-hash.ts'
import { findRestrictions, updateStanding } from './restriction-queries.ts'
import type { Standing } from './standing.ts'

/** Writes what the restrictions of it and its mailbox come to into the account's row, which the query of every request reads. */
export async function copyStanding(
  tx: Db,
  { id, email }: Pick<User, 'id' | 'email'>,
  hash: MailboxHash,
  now: number,
): Promise<Pick<Standing, 'suspendedUntil' | 'bannedAt'>> {
  const restrictions = await findRestrictions(tx, { id, mailboxHash: hash(email) }, now)
  const ban = restrictions.find(({ kind }) => kind === 'ban')
  const suspension = restrictions.find(({ kind }) => kind === 'suspension')
  const standing = {
    suspendedUntil: suspension?.expiresAt ?? null,
    bannedAt: ban?.createdAt ?? null,
  }
  await updateStanding(tx, id, standing)
  return standing
}
