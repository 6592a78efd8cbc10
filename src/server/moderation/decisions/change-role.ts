import { roleBody } from '#contract/moderation-decisions.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { parseBody } from '../../http/parse-body.ts'
import {
  type ConfirmationContext,
  confirmationOf,
} from '../../students/confirmation/confirmation.ts'
import { deletePasskeys } from '../../students/passkeys/passkey-queries.ts'
import {
  forgetSecondFactor,
  forgetSecondFactorUses,
} from '../../students/second-factor/second-factor-queries.ts'
import { insertSecurityEvent } from '../../students/security-event-queries.ts'
import { deleteUserSessions } from '../../students/sessions/session-queries.ts'
import { type Account, hasRole, lockUser, updateRole } from '../../students/user-queries.ts'
import { whyOwn } from '../decision-rules.ts'
import { tellStudent } from '../mails/decision-mail.ts'
import { writeLog } from '../moderation-log.ts'
import {
  type DecisionContext,
  type DecisionResult,
  requireUnchanged,
  studentNotFound,
  throwIf,
} from './decision-context.ts'

const roleNames: Record<UserRole, string> = {
  student: 'a student',
  moderator: 'a moderator',
  admin: 'an admin',
}

/** Changes a student's role. Admins can't change their own role, so one admin always remains. */
export async function changeRoleOfStudent(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const student = await lockUser(tx, id)
  if (!student) throw studentNotFound()
  throwIf('forbidden', whyOwn(context.actor, student))
  const { role, seen } = parseBody(roleBody, body)
  await context.requireSecondFactor()
  await requireUnchanged(tx, { studentId: id, listingId: null }, seen, context)
  return changeRole(tx, student, role, { ...context, actorId: context.actor.id })
}

/**
 * Removes the second factor of somebody who has lost their phone, and logs them out everywhere. Only an operator can do
 * this. Passkeys are removed too, because they are second factors.
 */
export async function resetSecondFactor(
  tx: Db,
  student: Account,
  { appUrl, now }: { appUrl: string; now: number },
): Promise<string> {
  const { id: studentId, firstName, lastName } = student
  await deletePasskeys(tx, studentId)
  await forgetSecondFactor(tx, studentId)
  await deleteUserSessions(tx, studentId)
  const entry = { action: 'reset_second_factor' as const, studentId }
  const logId = await writeLog(tx, { ...entry, actorId: null }, now)
  // The event has no device or network, because the student did not cause it.
  const event = { kind: 'second factor reset' as const, studentId, device: null, networkHash: '' }
  await insertSecurityEvent(tx, { ...event, now })
  await tellStudent(tx, { appUrl }, { ...entry, logId }, now)
  return `${firstName} ${lastName} has no second factor and no passkeys now, and is logged out everywhere.`
}

/** Changes the role of a student whose row is locked. Without an actor, an operator changes it. */
export async function changeRole(
  tx: Db,
  student: Account,
  role: UserRole,
  context: ConfirmationContext & { actorId: number | null; appUrl: string },
): Promise<DecisionResult> {
  const { id: studentId, firstName, lastName } = student
  const { actorId, appUrl, now } = context
  const name = `${firstName} ${lastName}`
  if (student.bannedAt !== null) throwIf('wrong_status', `The account of ${name} is closed.`)
  if (student.role === role) throwIf('wrong_status', `${name} is ${roleNames[role]} already.`)
  if (role !== 'student' && confirmationOf(student, context) === 'required') {
    throwIf('wrong_status', `${name} has to confirm their email first.`)
  }
  const entry = { action: 'role' as const, studentId, role }
  const id = await writeLog(tx, { ...entry, actorId }, now)
  await updateRole(tx, studentId, role)
  // Students need no second factor. Their passkeys stay, because they log in with them.
  if (role === 'student') await forgetSecondFactor(tx, studentId)
  // A passkey that was used before is asked for again: somebody else may have added it.
  else if (!hasRole(student)) await forgetSecondFactorUses(tx, studentId)
  // The event has no device or network, because the student did not cause it.
  const event = { kind: 'role change' as const, studentId, device: null, networkHash: '' }
  await insertSecurityEvent(tx, { ...event, now })
  await tellStudent(tx, { appUrl }, { ...entry, logId: id }, now)
  return { id, message: `${name} is ${roleNames[role]} now.` }
}
