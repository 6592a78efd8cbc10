import type { UserRole } from '#contract/moderation-rules.ts'

/** Before it is given to someone. */
export const roleQuestion: Record<UserRole, (name: string) => string> = {
  student: (name) => `Make ${name} a student again?`,
  moderator: (name) => `Make ${name} a moderator?`,
  admin: (name) => `Make ${name} an admin?`,
}

/** What a role means. */
export const roleMeanings: Record<UserRole, string> = {
  student: 'They lose the pages of moderators at once. What they have decided stays as it is.',
  moderator:
    'They read reports and appeals, and who wrote them. They may remove listings, and warn and suspend students. Moderators see no email addresses.',
  admin:
    'They may do all that moderators may, decide on them, ban students, and make others moderators or admins.',
}
