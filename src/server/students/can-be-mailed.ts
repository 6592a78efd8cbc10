import { hasToConfirm } from './confirmation/confirmation.ts'
import type { Account } from './user-queries.ts'

/** Whether this student may get emails with words of other students. An unproven address may be a stranger's. */
export const canBeMailed = (student: Account, verifyEmail: boolean): boolean =>
  !student.isSample &&
  student.bouncedAt === null &&
  student.bannedAt === null &&
  !(verifyEmail && hasToConfirm(student))
