import type { z } from 'zod'
import { addDays } from '#categories/days.ts'
import { studentRequestBody } from '#contract/moderation-decisions.ts'
import {
  deletionDays,
  exportLinkDays,
  holdReviewDays,
  maxHoldReviewDays,
  type RequestAction,
} from '#contract/moderation-rules.ts'
import { addCampusDays, campusIsoDate, endOfCampusDay } from '#format/campus-date.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { invalidInput } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import { hasToConfirm } from '../../students/confirmation/confirmation.ts'
import { fullName, personOfAccount } from '../../students/person.ts'
import { createRequestedExportToken } from '../../students/restrictions/export-link.ts'
import { updateDeletion, updateHold } from '../../students/restrictions/requests.ts'
import { type Account, hasRole, lockUser } from '../../students/user-queries.ts'
import { whyOwn } from '../decision-rules.ts'
import {
  type DecisionContext,
  type DecisionResult,
  requireUnchanged,
  studentNotFound,
  throwIf,
} from '../decisions/decision-context.ts'
import { mailAccountKept, mailDeletionPlanned, mailExportLink } from '../mails/request-mails.ts'
import { writeLog } from '../moderation-log.ts'
import { findStaff, highestRole } from '../permissions.ts'
import { hideListingsOf, putBackListings } from '../take-down.ts'

/** Does what an admin was asked to do about one account. Nobody does it for their own. */
export async function requestForStudent(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, appUrl, now } = context
  const student = await lockUser(tx, id)
  if (!student) throw studentNotFound()
  throwIf('forbidden', whyOwn(actor, student))
  const { seen, ...request } = parseBody(studentRequestBody, body)
  await context.requireSecondFactor()
  await requireUnchanged(tx, { studentId: id, listingId: null }, seen, context)
  return handleStudentRequest(tx, student, request, { actorId: actor.id, appUrl, now })
}

type Request = Omit<z.output<typeof studentRequestBody>, 'seen'>

interface RequestContext {
  /** The admin, or null for an operator. */
  actorId: number | null
  appUrl: string
  now: number
}

/** Handles a request for an account whose row is locked. Wake the job runner after the commit. */
export async function handleStudentRequest(
  tx: Db,
  student: Account,
  { action, reason, reviewOn }: Request,
  context: RequestContext,
): Promise<DecisionResult> {
  const { actorId, now } = context
  const role = highestRole(personOfAccount(student), await findStaff(tx, now))
  throwIf('wrong_status', whyNotRequest(action, hasRole(student) ? student : { ...student, role }))
  const entry = { action, actorId, studentId: student.id, note: reason }
  const logId = await writeLog(tx, entry, now)
  const message = await handlers[action](tx, student, { ...context, logId, reviewOn })
  return { id: logId, message }
}

/** Stops the planned deletion for the student themselves, whose row is locked. */
export async function keepOwnAccount(tx: Db, student: Account, now: number): Promise<void> {
  const { id, deletionLogId } = student
  if (deletionLogId === null) return
  await writeLog(tx, { action: 'keep_account', actorId: id, studentId: id }, now)
  await updateDeletion(tx, id, null)
  await putBackListings(tx, deletionLogId, now)
}

/** Returns the reason for a 409: the state of the account does not allow the request. */
function whyNotRequest(action: RequestAction, student: Account): string | undefined {
  const name = fullName(student)
  const { heldAt, deleteAt } = student
  switch (action) {
    case 'send_export':
      if (hasToConfirm(student)) {
        return `${name} has not confirmed the address. The link could reach somebody else.`
      }
      if (student.bouncedAt !== null) return `The mailbox of ${name} refuses our email.`
      return undefined
    case 'hold':
      if (heldAt !== null) return `The account of ${name} is on hold already.`
      // Staff would read about their own hold in the log.
      return whyStaff(student)
    case 'release':
      return heldAt === null ? `The account of ${name} is not on hold.` : undefined
    case 'plan_deletion':
      if (deleteAt !== null) {
        return `The account of ${name} is already set to be deleted on ${formatDate(deleteAt)}.`
      }
      if (heldAt !== null) {
        return `The account of ${name} is on hold, which keeps it. Release the hold first.`
      }
      return whyStaff(student)
    case 'keep_account':
      return deleteAt === null ? `The account of ${name} is not set to be deleted.` : undefined
  }
}

const whyStaff = (student: Account) =>
  hasRole(student)
    ? `${fullName(student)} is ${student.role === 'admin' ? 'an admin' : 'a moderator'}. Make them a student first.`
    : undefined

interface Handling extends RequestContext {
  logId: number
  reviewOn: string | undefined
}

/** Each returns the sentence that the admin reads. */
const handlers: Record<
  RequestAction,
  (tx: Db, student: Account, context: Handling) => Promise<string>
> = {
  async send_export(tx, student, context) {
    const expiresAt = context.now + exportLinkDays * dayMs
    const token = await createRequestedExportToken(tx, student, expiresAt)
    await mailExportLink(tx, student, { ...context, token, expiresAt })
    return `A link to their data goes to ${student.email}. It works for ${exportLinkDays} days.`
  },
  async hold(tx, student, { logId, reviewOn, now }) {
    const reviewAt = parseReview(reviewOn, now)
    await updateHold(tx, student.id, { heldAt: now, reviewAt, logId })
    await hideListingsOf(tx, student.id, { logId, now })
    return `${fullName(student)} is on hold now: evidence is kept, and their listings are hidden.`
  },
  async release(tx, student, { now }) {
    await updateHold(tx, student.id, null)
    if (student.holdLogId !== null) await putBackListings(tx, student.holdLogId, now)
    return `The hold on ${fullName(student)} is released.`
  },
  async plan_deletion(tx, student, context) {
    const { logId, now } = context
    const deleteAt = addCampusDays(now, deletionDays)
    await updateDeletion(tx, student.id, { deleteAt, logId })
    await hideListingsOf(tx, student.id, { logId, now })
    await mailDeletionPlanned(tx, student, { ...context, deleteAt })
    return `${fullName(student)}'s account will be deleted on ${formatDate(deleteAt)}. Until then you can undo this.`
  },
  async keep_account(tx, student, context) {
    const { deletionLogId } = student
    await updateDeletion(tx, student.id, null)
    if (deletionLogId !== null) await putBackListings(tx, deletionLogId, context.now)
    await mailAccountKept(tx, student, context)
    return `The account of ${fullName(student)} stays.`
  },
}

/** Returns when the hold is looked at again. Throws 400 for a day that has passed or is too far away. */
function parseReview(reviewOn: string | undefined, now: number): number {
  const today = campusIsoDate(now)
  const day = reviewOn ?? addDays(today, holdReviewDays)
  if (day <= today || day > addDays(today, maxHoldReviewDays)) {
    throw invalidInput({ reviewOn: 'Choose a day after today, within a year' })
  }
  return endOfCampusDay(day)
}
