import sql from 'sql-template-tag'
import { mailboxOf } from '#campus.ts'
import { type UserRole, userRoles } from '#contract/moderation-rules.ts'
import type { Db } from '../database/database.ts'

export interface StaffMember {
  id: number
  email: string
  role: UserRole
  suspendedUntil: number | null
}

/** Moderators and admins, also those who are suspended: they are few. */
export function findStaff(db: Db): Promise<StaffMember[]> {
  return db.all<StaffMember>(sql`
    SELECT id, email, role, suspended_until AS "suspendedUntil" FROM users
    WHERE role <> 'student' ORDER BY id`)
}

/**
 * Of all accounts of the mailbox: who decides on "eve+2@…" decides on "eve@…" too. While the mailbox is unproven, a
 * stranger may have signed up with the address: then it is an account of its own.
 */
export function highestRole(
  { email, isUnproven }: { email: string; isUnproven: boolean },
  staff: readonly StaffMember[],
): UserRole {
  if (isUnproven) return 'student'
  const own = staff.filter((member) => mailboxOf(member.email) === mailboxOf(email))
  return userRoles.findLast((role) => own.some((member) => member.role === role)) ?? 'student'
}
