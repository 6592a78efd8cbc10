import type { UserRole } from '#contract/moderation-rules.ts'

/** Before it is given to someone. */
export const roleQuestion: Record<UserRole, (name: string) => string> = {
  student: (name) => `Make ${name} a student again?`,
  moderator: (name) => `Make ${name} a moderator?`,
  admin: (name) => `Make ${name} an admin?`,
}

/** What a role means. */
export const roleMeanings: Record<UserRole, string> = {
  student: 'They lose the moderation pages right away. What they decided stays as it is.',
  moderator:
    "They can read reports and appeals and see who wrote them. They can remove listings, and warn and suspend students. They don't see email addresses.",
  admin:
    'They can do everything moderators can, decide about them, ban students, look up email addresses, and make others moderators or admins.',
}
