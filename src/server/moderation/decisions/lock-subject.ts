import { categoryOf } from '#contract/listing.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import { personOfAccount } from '../../students/person.ts'
import {
  type Account,
  findMailboxUsers,
  findUser,
  lockUser,
  lockUserShared,
} from '../../students/user-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { findStaff, highestRole } from '../staff-queries.ts'
import { findReporterIds } from './decision-queries.ts'

/**
 * Locks all accounts of the mailbox against changes, and those who are mailed what came of their reports against
 * deletion alone: a moderator who reports holds such a lock, too. In the order of ids, and before the key of
 * restrictions and the rows of categories, as everywhere: two transactions that lock in different orders are a deadlock.
 * The role is the highest of the mailbox.
 */
export async function lockStudent(tx: Db, id: number): Promise<Account | undefined> {
  const found = await findUser(tx, id)
  if (!found) return undefined
  const accounts = await findMailboxUsers(tx, found.email)
  const ids = new Set([...accounts, ...(await findReporterIds(tx, accounts))])
  for (const each of [...ids].toSorted((a, b) => a - b)) {
    await (accounts.includes(each) ? lockUser(tx, each) : lockUserShared(tx, each))
  }
  const student = await findUser(tx, id)
  if (!student) return undefined
  return { ...student, role: highestRole(personOfAccount(student), await findStaff(tx)) }
}

/** With its owner; 404 if it is not there. */
export async function lockListing(tx: Db, listing: ListingKey) {
  const notFound = () => new AppError('not_found', categoryOf(listing).messages.notFound)
  const found = await findListing(tx, listing)
  const student = found && (await lockStudent(tx, found.seller_id))
  if (!student) throw notFound()
  await bumpCategoryVersion(tx, listing.category)
  const row = await findListing(tx, listing)
  if (!row) throw notFound()
  return { student, status: row.status, title: row.title }
}
