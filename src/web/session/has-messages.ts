import type { SessionUser } from '#contract/accounts.ts'

/**
 * Returns whether this student has messages. On a site where students contact each other by email only, older threads
 * continue.
 */
export const hasMessages = ({ unread }: Pick<SessionUser, 'unread'>): boolean => unread !== null
