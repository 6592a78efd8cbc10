import sql from 'sql-template-tag'
import { onlyAdminMessage } from '#contract/account-rules.ts'
import { lockKey } from '../database/advisory-lock.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { isUnrestricted } from './restrictions/restriction-queries.ts'
import type { Account } from './user-queries.ts'

/** Whether nobody else can do what this admin can. One who is suspended cannot. */
export async function isOnlyAdmin(
  db: Db,
  { id, role }: Pick<Account, 'id' | 'role'>,
  now: number,
): Promise<boolean> {
  if (role !== 'admin') return false
  const other = await db.get(sql`
    SELECT 1 AS found FROM users
    WHERE role = 'admin' AND id <> ${id} AND ${isUnrestricted(now)} LIMIT 1`)
  return other === undefined
}

/**
 * 409 for the only admin, in the transaction that deletes the account and has locked its row. Admins who leave at once
 * wait for each other here. A demotion needs no lock of its own: its admin stays, whose row it holds until it commits.
 */
export async function requireAnotherAdmin(tx: Db, account: Account, now: number): Promise<void> {
  if (account.role !== 'admin') return
  await lockKey(tx, 'admins who leave')
  if (await isOnlyAdmin(tx, account, now)) throw new AppError('wrong_status', onlyAdminMessage)
}
