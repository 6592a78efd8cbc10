import type { UserRole } from './moderation-rules.ts'

/** Whether the user sees the moderators' pages. Every page calls this, so it is kept apart from the moderation rules. */
export const isStaff = (user: { role: UserRole } | null): boolean =>
  user !== null && user.role !== 'student'
