import type { DecisionReason } from '#contract/decision-reasons.ts'
import { listingDecisionBody, studentDecisionBody } from '#contract/moderation-decisions.ts'
import { type Decision, isAppealable } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { fullName } from '../../students/person.ts'
import { suspendStudent } from '../../students/restrictions/restrict-student.ts'
import { openAppeal } from '../appeals/appeal.ts'
import { releaseCase, requireUnclaimed } from '../cases/claims.ts'
import { whyForbidden, whyNotListing, whyNotStudent, whyOwn } from '../decision-rules.ts'
import { tellStudent } from '../mails/decision-mail.ts'
import { tellReporters } from '../mails/report-mail.ts'
import { writeLog } from '../moderation-log.ts'
import {
  decideReports,
  findReportedListings,
  hasOpenReport,
  upholdRejectedReports,
} from '../reports/report-decision-queries.ts'
import type { ReportSubject } from '../reports/report-queries.ts'
import { putBack, takeDown } from '../take-down.ts'
import { ban } from './ban.ts'
import {
  type DecisionContext,
  type DecisionResult,
  lockListing,
  lockStudent,
  requireUnchanged,
  studentNotFound,
  throwIf,
} from './decision-context.ts'
import { decidedMessages } from './decision-messages.ts'

/**
 * Decides on a listing and returns the log entry, as `decideOnStudent` does. It checks for errors in the same order as
 * all calls.
 */
export async function decideOnListing(
  tx: Db,
  listing: ListingKey,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, policies, now } = context
  const { student, status, title } = await lockListing(tx, listing, now)
  throwIf('forbidden', whyOwn(actor, student))
  const { action, reason, note, seen, despiteClaim } = parseBody(listingDecisionBody, body)
  throwIf('forbidden', whyForbidden(policies, actor, student, action))
  const key = { studentId: student.id, listingId: listing.id }
  await requireUnchanged(tx, key, seen, context)
  if (!despiteClaim) await requireUnclaimed(tx, key, { actorId: actor.id, now })
  const isReported = await hasOpenReport(tx, { listing, studentId: student.id })
  throwIf('wrong_status', whyNotListing(action, { status, isReported }))
  const decision = { action, studentId: student.id, listing, reason, note }
  const { togetherId } = context
  const logId = await writeLog(tx, { ...decision, actorId: actor.id, togetherId }, now)
  if (action === 'remove') await takeDown(tx, listing, { status: 'removed', logId, now })
  if (action === 'keep' && status === 'hidden') await putBack(tx, listing, now)
  await answerReports(tx, { ...decision, logId }, [decision], context)
  await releaseCase(tx, key)
  return { id: logId, message: decidedMessages[action]({ name: fullName(student), title }) }
}

export async function decideOnStudent(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, policies, now } = context
  const student = await lockStudent(tx, id, now)
  if (!student) throw studentNotFound()
  throwIf('forbidden', whyOwn(actor, student))
  const { action, reason, note, seen, despiteClaim, ...input } = parseBody(
    studentDecisionBody,
    body,
  )
  const days = action === 'suspend' ? input.days : undefined
  throwIf('forbidden', whyForbidden(policies, actor, student, action))
  if (action === 'ban') await context.requireSecondFactor()
  const key = { studentId: id, listingId: null }
  await requireUnchanged(tx, key, seen, context)
  if (!despiteClaim) await requireUnclaimed(tx, key, { actorId: actor.id, now })
  const isReported = await hasOpenReport(tx, { studentId: id })
  throwIf('wrong_status', whyNotStudent({ action, days }, { ...student, isReported }, now))
  const decision = { action, studentId: id, reason, note, ...(days && { days }) }
  const logId = await writeLog(tx, { ...decision, actorId: actor.id }, now)
  if (days) await suspendStudent(tx, { studentId: id, logId, days, now })
  if (action === 'ban') await ban(tx, { studentId: id, logId, now })
  // A ban also decides the reports about listings that it removes, because nobody can decide on those listings any more.
  const listings = action === 'ban' ? await findReportedListings(tx, logId) : []
  await answerReports(tx, { ...decision, logId }, [decision, ...listings], context)
  await releaseCase(tx, key)
  return { id: logId, message: decidedMessages[action]({ name: fullName(student) }) }
}

interface LoggedDecision extends ReportSubject {
  logId: number
  action: Decision
  reason: DecisionReason
  note: string
  days?: number
}

/**
 * Emails the student, who may appeal. Also emails everyone whose report this decides, even if an earlier decision has
 * already answered them.
 */
async function answerReports(
  tx: Db,
  decision: LoggedDecision,
  subjects: ReportSubject[],
  deps: DecisionContext,
) {
  const { now } = deps
  const { logId, action } = decision
  const outcome = action === 'keep' ? 'rejected' : 'upheld'
  const appeal = isAppealable(action) ? { appealToken: await openAppeal(tx, decision, now) } : {}
  await tellStudent(tx, deps, { ...decision, ...appeal }, now)
  for (const subject of subjects) {
    const reports = await decideReports(tx, subject, { outcome, decisionId: logId, now })
    await tellReporters(tx, deps, reports, outcome, now)
    if (!subject.listing || (action !== 'remove' && action !== 'ban')) continue
    const kept = await upholdRejectedReports(tx, subject.listing.id, { decisionId: logId, now })
    await tellReporters(tx, deps, kept, 'upheld_later', now)
  }
}
