import type { UserRole } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import type { Person, Standing } from '../person.ts'
import { deleteOtherBanLinks } from './export-link.ts'
import type { MailboxHash } from './mailbox-hash.ts'
import { findRestrictions, isLastAdmin, updateStanding } from './restriction-queries.ts'

export const isSuspended = ({ suspendedUntil }: Pick<Standing, 'suspendedUntil'>, now: number) =>
  suspendedUntil !== null && now < suspendedUntil

/**
 * Reads the role that counts at this time. Staff who are suspended, or whose role has ended, have the role of a student.
 * The role of the last admin never ends. Queries only for an admin whose end has passed.
 */
export async function readRole(
  db: Db,
  account: Pick<Standing, 'role' | 'suspendedUntil'> & { id: number; roleEndsAt: number | null },
  now: number,
): Promise<UserRole> {
  const { id, role, roleEndsAt } = account
  if (isSuspended(account, now)) return 'student'
  if (roleEndsAt === null || now < roleEndsAt) return role
  return role === 'admin' && (await isLastAdmin(db, id, now)) ? role : 'student'
}

/**
 * Combines all restrictions of an account and its mailbox and writes the result into the account's row, which the query
 * of every request reads. A ban of the mailbox applies to an unproven account only once it is proven.
 */
export async function copyStanding(
  tx: Db,
  { id, email, isUnproven }: Person,
  hash: MailboxHash,
  now: number,
): Promise<Pick<Standing, 'suspendedUntil' | 'bannedAt'>> {
  const restrictions = await findRestrictions(tx, { id, mailboxHash: hash(email) }, now)
  const bans = isUnproven ? await findRestrictions(tx, { id, mailboxHash: '' }, now) : restrictions
  const ban = bans.find(({ kind }) => kind === 'ban')
  const suspension = restrictions.find(({ kind }) => kind === 'suspension')
  const standing = {
    suspendedUntil: suspension?.expiresAt ?? null,
    bannedAt: ban?.createdAt ?? null,
  }
  await updateStanding(tx, id, standing)
  await deleteOtherBanLinks(tx, id, standing.bannedAt)
  return standing
}
