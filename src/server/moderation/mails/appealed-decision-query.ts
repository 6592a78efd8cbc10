import sql from 'sql-template-tag'
import type { LogAction } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'

/** What a student appealed against. */
export interface AppealedDecision {
  action: LogAction
  decidedAt: number
}

/** By the entry of the log that decides the appeal; undefined if that decides none. */
export function findAppealedDecision(
  db: Db,
  { studentId, logId }: { studentId: number; logId: number },
): Promise<AppealedDecision | undefined> {
  return db.get(sql`
    SELECT decided.action, decided.created_at AS "decidedAt"
    FROM appeals JOIN moderation_log AS decided ON decided.id = appeals.log_id
    WHERE appeals.student_id = ${studentId} AND appeals.decision_id = ${logId}`)
}
