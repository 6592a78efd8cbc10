import type { Db } from '../../database/database.ts'
import { personOfAccount } from '../person.ts'
import { lockUser } from '../user-queries.ts'
import { lockRestrictions } from './mailbox-hash.ts'
import { deleteRestriction, findRestrictedUsers } from './restriction-queries.ts'
import { copyStanding } from './standing.ts'

/**
 * Call it in the transaction that undoes this log entry. Other restrictions of the student stay in force. Returns the
 * student's accounts. They are found by the hash, because the student may have left and come back with another account.
 */
export async function liftRestriction(
  tx: Db,
  { studentId, logId, now }: { studentId: number; logId: number; now: number },
): Promise<number[]> {
  const hash = await lockRestrictions(tx)
  const lifted = await deleteRestriction(tx, logId)
  if (!lifted) return []
  const studentIds: number[] = []
  for (const { id, email } of await findRestrictedUsers(tx, now)) {
    if (id !== studentId && hash(email) !== lifted.mailboxHash) continue
    const account = await lockUser(tx, id)
    if (!account) continue
    await copyStanding(tx, personOfAccount(account), hash, now)
    studentIds.push(id)
  }
  return studentIds
}
