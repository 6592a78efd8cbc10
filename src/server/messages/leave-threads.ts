import type { Db } from '../database/database.ts'
import { bumpVersionsOfBothSides } from './message-version-queries.ts'
import { lockThreadsOfStudent } from './thread-locks.ts'
import { clearMember, deleteThreadsWithoutOther } from './thread-queries.ts'

/**
 * For an account that is being deleted, in a transaction that has locked it: the other students keep the threads, from a
 * deleted account; those that the other has left before are deleted. The account's own version, which is deleted with
 * it, is locked with those of the others, in the order of ids.
 */
export async function leaveThreads(tx: Db, userId: number): Promise<void> {
  await lockThreadsOfStudent(tx, userId)
  await deleteThreadsWithoutOther(tx, userId)
  await bumpVersionsOfBothSides(tx, userId)
  await clearMember(tx, userId)
}
