import type { Db } from '#server/database/database.ts'
import { openAppeal } from '#server/moderation/appeals/appeal.ts'
import { ban } from '#server/moderation/decisions/ban.ts'
import { writeLog } from '#server/moderation/moderation-log.ts'
import { suspendStudent } from '#server/students/restrictions/restrict-student.ts'

interface Decided {
  studentId: number
  now: number
  note?: string
}

/** Suspends a student for scams, for tests that bypass the moderation routes. Returns the id of the log entry. */
export const suspendTestStudent = (
  db: Db,
  { studentId, now, note = 'Two fakes', days = 7 }: Decided & { days?: number },
): Promise<number> =>
  db.transaction(async (tx) => {
    const entry = { actorId: null, studentId, reason: 'scam', note } as const
    const logId = await writeLog(tx, { ...entry, action: 'suspend', days }, now)
    await openAppeal(tx, { logId, studentId }, now)
    await suspendStudent(tx, { studentId, logId, days, now })
    return logId
  })

/** Bans a student for scams, for tests that bypass the moderation routes. Returns the id of the log entry. */
export const banTestStudent = (
  db: Db,
  { studentId, now, note = 'Two fakes' }: Decided,
): Promise<number> =>
  db.transaction(async (tx) => {
    const entry = { actorId: null, studentId, reason: 'scam', note } as const
    const logId = await writeLog(tx, { ...entry, action: 'ban' }, now)
    await openAppeal(tx, { logId, studentId }, now)
    await ban(tx, { studentId, logId, now })
    return logId
  })
