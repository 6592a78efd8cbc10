import { mailboxOf } from '#campus.ts'
import { lockKey } from '../database/advisory-lock.ts'
import type { Db } from '../database/database.ts'
import { leaveThreads } from '../messages/leave-threads.ts'
import { deleteSearchesOf } from '../moderation/note-queries.ts'
import { closeReportsOfStudent } from '../moderation/reports/close-reports.ts'
import { findUserPhotos, type UserPhoto } from '../photos/photo-queries.ts'
import { deleteUser, findUser } from '../students/user-queries.ts'
import { bumpVersionsOfSeller } from '../versions/category-versions.ts'

/**
 * Call it before the user's row is locked. Accounts of one mailbox are deleted one after the other: grave reports move
 * from one to the next, which must not be about to go.
 */
export const lockDeletions = (tx: Db, email: string): Promise<void> =>
  lockKey(tx, `deletions of ${mailboxOf(email)}`)

/**
 * Deletes an account and all rows that name it, in a transaction that has locked the user's row. Returns its photos:
 * `deleteUserPhotos` deletes them after the commit. Wake the job runner then, too: who reported them is told.
 */
export async function removeAccount(
  tx: Db,
  id: number,
  context: { appUrl: string; now: number },
): Promise<UserPhoto[]> {
  const account = await findUser(tx, id)
  if (!account) return []
  const photos = await findUserPhotos(tx, id)
  await closeReportsOfStudent(tx, account, context)
  await bumpVersionsOfSeller(tx, id)
  await leaveThreads(tx, id)
  await deleteSearchesOf(tx, account)
  await deleteUser(tx, id)
  return photos
}
