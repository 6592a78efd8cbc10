import { hasToConfirm } from './confirmation/confirmation.ts'
import type { Account } from './user-queries.ts'

/** Whether what others wrote may be mailed to this student: an address that is not proven may be a stranger's. */
export const canBeMailed = (student: Account, verifyEmail: boolean): boolean =>
  !student.isSample &&
  student.bouncedAt === null &&
  student.bannedAt === null &&
  !(verifyEmail && hasToConfirm(student))
