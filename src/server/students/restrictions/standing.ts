import type { UserRole } from '#contract/moderation-rules.ts'

/** What moderators and operators have made of an account. */
export interface Standing {
  role: UserRole
  /** In force while it is later than now. */
  suspendedUntil: number | null
  /** The account is closed. */
  bannedAt: number | null
}

export const isSuspended = ({ suspendedUntil }: Pick<Standing, 'suspendedUntil'>, now: number) =>
  suspendedUntil !== null && now < suspendedUntil

/** A suspended moderator decides nothing. */
export const roleAt = (
  account: Pick<Standing, 'role' | 'suspendedUntil'>,
  now: number,
): UserRole => (isSuspended(account, now) ? 'student' : account.role)
