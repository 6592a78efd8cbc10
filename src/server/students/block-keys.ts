import type { RequestUser } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import { hasToConfirm } from './confirmation/confirmation.ts'
import { readMailboxHash } from './restrictions/mailbox-hash.ts'
import type { Account } from './user-queries.ts'

type Student = Pick<Account, 'id' | 'email'> & Partial<Pick<RequestUser, 'confirmation'>>

/**
 * The keys under which `blocks` may hold a student: the whole mailbox, or this account alone. An account that has not
 * proved the mailbox must not learn who has blocked its owner.
 */
export async function readBlockKeys(db: Db): Promise<(student: Student) => string[]> {
  const hash = await readMailboxHash(db)
  return (student) =>
    student.confirmation === 'required'
      ? [accountKey(student)]
      : [hash(student.email), accountKey(student)]
}

/** The key under which a block is written. A stranger may have signed up with an address that was never proven. */
export async function readNewBlockKey(db: Db, student: Account): Promise<string> {
  return hasToConfirm(student) ? accountKey(student) : (await readMailboxHash(db))(student.email)
}

const accountKey = ({ id }: Pick<Student, 'id'>) => `account ${id}`
