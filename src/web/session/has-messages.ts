import type { SessionUser } from '#contract/accounts.ts'

/** Whether the site has messages for this student: where students write by email alone, threads of before go on. */
export const hasMessages = ({ unread }: Pick<SessionUser, 'unread'>): boolean => unread !== null
