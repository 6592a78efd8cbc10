import type { UserRole } from './moderation-rules.ts'

/** Who has the pages of moderators. Every page asks, so it is apart from their rules. */
export const isStaff = (user: { role: UserRole } | null): boolean =>
  user !== null && user.role !== 'student'
