import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import { appealDecisionBody, undoBody } from '#contract/moderation-decisions.ts'
import { isUndoable } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { notFound } from '../../http/error-handler.ts'
import { parseBody } from '../../http/parse-body.ts'
import { personName } from '../../students/person.ts'
import { liftRestriction } from '../../students/restrictions/lift-restriction.ts'
import { lockRestrictions } from '../../students/restrictions/mailbox-hash.ts'
import type { Account } from '../../students/user-queries.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { findWrittenAppeal, rejectAppeal, reverseAppeal } from '../appeals/appeal-queries.ts'
import { releaseCase } from '../cases/claims.ts'
import { lockDecidedTogether } from '../clusters/decide-together.ts'
import { whyForbidden, whyNotUndo } from '../decision-rules.ts'
import { tellStudent } from '../mails/decision-mail.ts'
import { findLogEntries, type LogRow, noStudentId, writeLog } from '../moderation-log.ts'
import { findStaff, whyNotDecideAppeal } from '../permissions.ts'
import { hasOpenReport, reopenReports } from '../reports/report-decision-queries.ts'
import { putBackListings } from '../take-down.ts'
import { reopenSignalAnswer } from './decide-signal-answer.ts'
import {
  conflict,
  type DecisionContext,
  type DecisionResult,
  lockStudent,
  requireUnchanged,
  throwIf,
} from './decision-context.ts'
import { undoneMessage, undoneTogetherMessage } from './decision-messages.ts'

interface LockedEntry {
  entry: LogRow
  /** The student, or undefined if the account is deleted. A restriction outlives the account. */
  student: Account | undefined
  listing: { category: CategoryId; id: number } | undefined
}

/** Undoes the decision of a log entry. */
export async function undo(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  if (await isDecidedTogether(tx, id)) return undoTogether(tx, id, body, context)
  const locked = await lockEntry(tx, id, context)
  const { seen, ...reason } = parseBody(undoBody, body)
  await requireFactorForBan(locked, context)
  const { student_id: studentId, listing_id: listingId } = locked.entry
  await requireUnchanged(tx, { studentId, listingId }, seen, context)
  const isAccountDeleted = locked.entry.action === 'ban' && !locked.student
  const result = await undoLocked(tx, locked, reason, context)
  if (!isAccountDeleted) return result
  const message = 'The ban is lifted. The account is deleted, but the student can sign up again.'
  return { ...result, message }
}

async function isDecidedTogether(tx: Db, id: number): Promise<boolean> {
  const [entry] = await findLogEntries(tx, sql`log.id = ${id}`, 1)
  return entry?.action === 'decide_together'
}

/**
 * Undoes the decisions that were made together. Decisions that were undone before, or that a later one has replaced, stay
 * as they are, and the message says how many.
 */
async function undoTogether(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, now } = context
  const decisions: LockedEntry[] = []
  for (const each of await lockDecidedTogether(tx, id)) {
    decisions.push(await lockEntry(tx, each, context))
  }
  const { reason, note } = parseBody(undoBody, body)
  const [entry] = await findLogEntries(tx, sql`log.id = ${id}`, 1)
  if (!entry) throw notFound()
  throwIf('wrong_status', whyNotUndo(entry))
  const undoable = decisions.filter((each) => whyNotUndo(each.entry) === undefined)
  if (undoable.length === 0) {
    throwIf('wrong_status', 'None of these decisions can be undone any more.')
  }
  const undoing = { action: 'undo' as const, studentId: noStudentId, reason, note, undoesId: id }
  const togetherId = await writeLog(tx, { ...undoing, actorId: actor.id }, now)
  for (const each of undoable) {
    await undoLocked(tx, each, { reason, note }, { ...context, togetherId })
  }
  return {
    id: togetherId,
    message: undoneTogetherMessage({ undone: undoable.length, all: decisions.length }),
  }
}

/** To lift a ban takes what a ban takes. */
async function requireFactorForBan({ entry }: LockedEntry, context: DecisionContext) {
  if (entry.action === 'ban') await context.requireSecondFactor()
}

/** Throws 404 if the entry does not exist, and 403 if this moderator may not judge it. */
async function lockEntry(
  tx: Db,
  logId: number,
  { actor, policies, now }: DecisionContext,
): Promise<LockedEntry> {
  const [found] = await findLogEntries(tx, sql`log.id = ${logId}`, 1)
  if (!found) throw notFound()
  const { student_id: id, action, category, listing_id } = found
  const student = await lockStudent(tx, id, now)
  // If the account is deleted, only its restrictions are left to lock.
  if (!student) await lockRestrictions(tx)
  const person = student ?? { id, email: '', role: 'student' as const }
  throwIf('forbidden', whyForbidden(policies, actor, person, action))
  const listing = category && listing_id ? { category, id: listing_id } : undefined
  if (listing) await bumpListingVersions(tx, listing)
  // The entry is read again. The log never changes, but another moderator may have undone the decision before this call
  // took the locks.
  const [entry = found] = await findLogEntries(tx, sql`log.id = ${logId}`, 1)
  return { entry, student, listing }
}

/**
 * Restores the listings that the decision took down to the state in which their owner left them, even if reports had
 * hidden them before the decision. The reports that it decided wait for a moderator again, but no longer hide anything.
 */
async function undoLocked(
  tx: Db,
  { entry, listing }: LockedEntry,
  { reason, note }: { reason: DecisionReason; note: string },
  { actor, appUrl, togetherId, now }: DecisionContext,
): Promise<DecisionResult> {
  throwIf('wrong_status', whyNotUndo(entry))
  const { id, action, student_id: studentId } = entry
  const undoing = { action: 'undo' as const, studentId, ...(listing && { listing }), reason, note }
  const logId = await writeLog(tx, { ...undoing, actorId: actor.id, undoesId: id, togetherId }, now)
  const isRestriction = action === 'suspend' || action === 'ban'
  const lifted = isRestriction ? await liftRestriction(tx, { studentId, logId: id, now }) : []
  await putBackListings(tx, id, now, lifted)
  await reopenReports(tx, id)
  await reverseAppeal(tx, id, logId)
  const answer = await reopenSignalAnswer(tx, id)
  const undoes = isUndoable(action) ? { undoes: action } : {}
  await tellStudent(tx, { appUrl }, { ...undoing, ...undoes, ...answer, logId }, now)
  const name = personName({
    first_name: entry.student_first_name,
    last_name: entry.student_last_name,
  })
  const reopened = answer ? 'answer' : (await hasOpenReport(tx, undoing)) ? 'reports' : undefined
  return { id: logId, message: undoneMessage({ name, title: entry.listing_title }, reopened) }
}

/** Decides the appeal against the decision of this log entry. To reverse a decision is to undo it. */
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
  const permissions = { ...context, viewer: actor, staff: await findStaff(tx, now) }
  throwIf('forbidden', whyNotDecideAppeal(entry, permissions))
  const { decision, reason, note } = parseBody(appealDecisionBody, body)
  const decisionId = appeal.decisionId ?? entry.undone_by
  if (decisionId !== null) {
    const [decided = entry] = await findLogEntries(tx, sql`log.id = ${decisionId}`, 1)
    throw conflict({ listingId: entry.listing_id }, decided, context)
  }
  await releaseCase(tx, { studentId: entry.student_id, listingId: entry.listing_id })
  if (decision === 'reversed') {
    await requireFactorForBan(locked, context)
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
