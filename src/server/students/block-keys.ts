import type { RequestUser } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import { findBlockers, findBlocks } from './block-queries.ts'
import { hasToConfirm } from './confirmation/confirmation.ts'
import { readMailboxHash } from './restrictions/mailbox-hash.ts'
import type { Account } from './user-queries.ts'

type Student = Pick<Account, 'id' | 'email'> & Partial<Pick<RequestUser, 'confirmation'>>

/**
 * Returns a function that lists the keys under which `blocks` may have a student: the whole mailbox, or this account
 * alone. An account that has not proved the mailbox gets only its own key, because it must not learn who has blocked
 * the mailbox's owner.
 */
export async function readBlockKeys(db: Db): Promise<(student: Student) => string[]> {
  const hash = await readMailboxHash(db)
  return (student) =>
    student.confirmation === 'required'
      ? [accountKey(student)]
      : [hash(student.email), accountKey(student)]
}

/** Returns a check of whether one of two students has blocked the other, for many others. */
export async function readBlockCheck(
  db: Db,
  student: Student,
): Promise<(other: Student) => boolean> {
  const keysOf = await readBlockKeys(db)
  const blockers = new Set(await findBlockers(db, keysOf(student)))
  const blocked = new Set(
    (await findBlocks(db, student.id)).map(({ blocked_hash }) => blocked_hash),
  )
  return (other) => blockers.has(other.id) || keysOf(other).some((key) => blocked.has(key))
}

/**
 * Returns the key under which a new block is written. An unproven account is blocked alone, because a stranger may have
 * signed up with the address.
 */
export async function readNewBlockKey(db: Db, student: Account): Promise<string> {
  return hasToConfirm(student) ? accountKey(student) : (await readMailboxHash(db))(student.email)
}

const accountKey = ({ id }: Pick<Student, 'id'>) => `account ${id}`
