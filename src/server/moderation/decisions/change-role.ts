import type { z } from 'zod'
import { roleBody, roleEndBody, roleReviewBody } from '#contract/moderation-decisions.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { parseBody } from '../../http/parse-body.ts'
import {
  type ConfirmationContext,
  confirmationOf,
} from '../../students/confirmation/confirmation.ts'
import { deletePasskeys } from '../../students/passkeys/passkey-queries.ts'
import { fullName } from '../../students/person.ts'
import {
  forgetSecondFactor,
  forgetSecondFactorUses,
} from '../../students/second-factor/second-factor-queries.ts'
import { insertSecurityEvent } from '../../students/security-event-queries.ts'
import { deleteUserSessions } from '../../students/sessions/session-queries.ts'
import {
  type Account,
  hasRole,
  lockUser,
  updateRole,
  updateRoleConfirmation,
} from '../../students/user-queries.ts'
import { whyOwn } from '../decision-rules.ts'
import { tellStudent } from '../mails/decision-mail.ts'
import { writeLog } from '../moderation-log.ts'
import { defaultRoleEnd, parseRoleEnd, setRoleEnd } from '../roles/role-dates.ts'
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
  const { role, endsOn, seen } = parseBody(roleBody, body)
  await context.requireSecondFactor()
  await requireUnchanged(tx, { studentId: id, listingId: null }, seen, context)
  const endsAt = endsOn === undefined ? undefined : parseRoleEnd(endsOn, context.now)
  return changeRole(tx, student, role, { ...context, actorId: context.actor.id, endsAt })
}

/** Chooses another last day for a role. Nobody moves their own. */
export async function moveRoleEnd(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { student, name, input } = await requireStaffMember(tx, id, roleEndBody, body, context)
  const endsAt = parseRoleEnd(input.endsOn, context.now)
  const logId = await setRoleEnd(tx, student, endsAt, {
    actorId: context.actor.id,
    now: context.now,
  })
  return { id: logId, message: `The role of ${name} ends after ${formatDate(input.endsOn)}.` }
}

/** Confirms in the yearly review that the role is still needed. */
export async function confirmRole(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, now } = context
  const { student, name } = await requireStaffMember(tx, id, roleReviewBody, body, context)
  const { id: studentId, role } = student
  await updateRoleConfirmation(tx, studentId, now)
  const logId = await writeLog(
    tx,
    { action: 'confirm_role', actorId: actor.id, studentId, role },
    now,
  )
  return { id: logId, message: `The role of ${name} is confirmed.` }
}

async function requireStaffMember<Body extends z.ZodType<{ seen: number | null }>>(
  tx: Db,
  id: number,
  schema: Body,
  body: unknown,
  context: DecisionContext,
) {
  const student = await lockUser(tx, id)
  if (!student) throw studentNotFound()
  throwIf('forbidden', whyOwn(context.actor, student))
  const input = parseBody(schema, body)
  await context.requireSecondFactor()
  await requireUnchanged(tx, { studentId: id, listingId: null }, input.seen, context)
  const name = fullName(student)
  if (!hasRole(student)) throwIf('wrong_status', `${name} has no role.`)
  return { student, name, input }
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

/**
 * Changes the role of a student whose row is locked. Without an actor, an operator changes it. Without an end, it gets the
 * usual one.
 */
export async function changeRole(
  tx: Db,
  student: Account,
  role: UserRole,
  context: ConfirmationContext & {
    actorId: number | null
    appUrl: string
    endsAt?: number | undefined
  },
): Promise<DecisionResult> {
  const { id: studentId, firstName, lastName } = student
  const { actorId, appUrl, now } = context
  const name = `${firstName} ${lastName}`
  if (student.bannedAt !== null) throwIf('wrong_status', `The account of ${name} is closed.`)
  if (student.role === role) throwIf('wrong_status', `${name} is ${roleNames[role]} already.`)
  if (role !== 'student' && confirmationOf(student, context) === 'required') {
    throwIf('wrong_status', `${name} has to confirm their email first.`)
  }
  if (role !== 'student' && student.deleteAt !== null) {
    throwIf('wrong_status', `The account of ${name} is to be deleted.`)
  }
  const endsAt = role === 'student' ? null : (context.endsAt ?? defaultRoleEnd(now))
  const entry = { action: 'role' as const, studentId, role }
  const id = await writeLog(tx, { ...entry, actorId }, now)
  await saveRole(tx, student, role, { endsAt, now })
  await tellStudent(tx, { appUrl }, { ...entry, endsAt, logId: id }, now)
  return { id, message: `${name} is ${roleNames[role]} now.` }
}

/** Ends a role whose last day has passed. The row is locked, and another admin stays. */
export async function endRole(
  tx: Db,
  student: Account,
  { appUrl, now }: { appUrl: string; now: number },
): Promise<void> {
  const { id: studentId, role } = student
  const entry = { action: 'end_role' as const, studentId, role }
  const logId = await writeLog(tx, { ...entry, actorId: null }, now)
  await saveRole(tx, student, 'student', { endsAt: null, now })
  await tellStudent(tx, { appUrl }, { ...entry, logId }, now)
}

async function saveRole(
  tx: Db,
  student: Account,
  role: UserRole,
  { endsAt, now }: { endsAt: number | null; now: number },
) {
  const { id: studentId } = student
  await updateRole(tx, studentId, role, { endsAt, now })
  // Students need no second factor. Their passkeys stay, because they log in with them.
  if (role === 'student') await forgetSecondFactor(tx, studentId)
  // A passkey that was used before is asked for again: somebody else may have added it.
  else if (!hasRole(student)) await forgetSecondFactorUses(tx, studentId)
  // The event has no device or network, because the student did not cause it.
  const event = { kind: 'role change' as const, studentId, device: null, networkHash: '' }
  await insertSecurityEvent(tx, { ...event, now })
}
