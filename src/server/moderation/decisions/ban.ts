import type { Db } from '../../database/database.ts'
import { callOffMeetingsOf } from '../../messages/meetings/call-off-meetings.ts'
import { bumpVersionsOfOthers } from '../../messages/message-version-queries.ts'
import { callOffDealsOf, lockTradesOf } from '../../messages/offers/deals.ts'
import { banStudent } from '../../students/restrictions/restrict-student.ts'
import { removeListingsOf } from '../take-down.ts'

/** Bans a student for a log entry, removes their listings, and calls off their deals and meetings. */
export async function ban(
  tx: Db,
  { studentId, logId, now }: { studentId: number; logId: number; now: number },
): Promise<void> {
  const bannedIds = await banStudent(tx, { studentId, logId, now })
  await lockTradesOf(tx, bannedIds)
  const pendingIds = await callOffDealsOf(tx, bannedIds, now)
  const removedIds = await removeListingsOf(tx, bannedIds, { logId, now })
  await callOffMeetingsOf(tx, bannedIds, now)
  await bumpVersionsOfOthers(tx, bannedIds, [...pendingIds, ...removedIds])
}
