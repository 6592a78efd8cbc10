import sql from 'sql-template-tag'
import { appealDecisionBody } from '#contract/moderation-decisions.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import { findWrittenAppeal, rejectAppeal } from '../appeals/appeal-queries.ts'
import { findLogEntries } from '../log-queries.ts'
import { tellStudent } from '../mails/tell-student.ts'
import { writeLog } from '../moderation-log.ts'
import { whyNotDecideAppeal } from '../permissions.ts'
import { findStaff } from '../staff-queries.ts'
import { type DecisionContext, type DecisionResult, throwIf } from './decision-context.ts'
import { conflict } from './require-unchanged.ts'
import { lockEntry, undoLocked } from './undo.ts'

/** Of the decision with this entry in the log. Reversed, it is undone. */
export async function decideAppeal(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, appUrl, now } = context
  const locked = await lockEntry(tx, id, context)
  const { entry, listing } = locked
  const appeal = await findWrittenAppeal(tx, id)
  if (!appeal) throw new AppError('not_found', 'Appeal not found.')
  const permissions = { ...context, viewer: actor, staff: await findStaff(tx) }
  throwIf('forbidden', whyNotDecideAppeal(entry, permissions))
  const { decision, reason, note } = parseBody(appealDecisionBody, body)
  const decisionId = appeal.decisionId ?? entry.undone_by
  if (decisionId !== null) {
    const [decided = entry] = await findLogEntries(tx, sql`log.id = ${decisionId}`, 1)
    throw conflict({ listingId: entry.listing_id }, decided, context)
  }
  if (decision === 'reversed') {
    return undoLocked(tx, locked, { reason, note }, context)
  }
  const { student_id: studentId } = entry
  const rejection = {
    action: 'reject_appeal' as const,
    studentId,
    ...(listing && { listing }),
    reason,
    note,
  }
  const logId = await writeLog(tx, { ...rejection, actorId: actor.id }, now)
  await rejectAppeal(tx, id, logId)
  await tellStudent(tx, { appUrl }, { ...rejection, logId }, now)
  return { id: logId, message: 'The decision stands.' }
}
