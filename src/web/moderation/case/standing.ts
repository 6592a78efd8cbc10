import type { StudentCase } from '#contract/moderation.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { formatShortDate } from '#format/format.ts'

export const roleLabels: Record<UserRole, string> = {
  student: 'Student',
  moderator: 'Moderator',
  admin: 'Admin',
}

type Restrictions = Pick<StudentCase['student'], 'suspendedUntil' | 'bannedAt'>

/** Returns for example "Suspended until Nov 20", or undefined for a student without restrictions. */
export function restrictionText(
  { suspendedUntil, bannedAt }: Restrictions,
  today: string,
): string | undefined {
  if (bannedAt) return `Banned since ${formatShortDate(bannedAt, today)}`
  if (suspendedUntil) return `Suspended until ${formatShortDate(suspendedUntil, today)}`
}
