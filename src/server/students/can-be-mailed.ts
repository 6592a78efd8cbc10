import { hasToConfirm } from './confirmation/confirmation.ts'
import type { Account } from './user-queries.ts'

/** Whether this student may get emails that quote other students. An unconfirmed address may belong to somebody else. */
export const canBeMailed = (student: Account, verifyEmail: boolean): boolean =>
  !student.isSample &&
  student.bouncedAt === null &&
  student.bannedAt === null &&
  !(verifyEmail && hasToConfirm(student))
