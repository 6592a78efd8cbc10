import type { SessionUser } from '#contract/accounts.ts'

/** Whether this student has messages. On a site where students write by email alone, older threads continue. */
export const hasMessages = ({ unread }: Pick<SessionUser, 'unread'>): boolean => unread !== null
