import type { UserRole } from './moderation-rules.ts'

/**
 * Whether the user sees the moderators' pages. Without a second factor, these pages ask for it. Every page calls this, so
 * it is kept apart from the moderation rules.
 */
export const isStaff = (user: { role: UserRole; secondFactor?: string | null } | null): boolean =>
  user !== null && (user.role !== 'student' || Boolean(user.secondFactor))
