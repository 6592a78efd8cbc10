import type { z } from 'zod'
import type { decisionResponse } from '#contract/moderation-decisions.ts'
import { AppError } from '../../errors.ts'
import type { Policies } from '../../policies.ts'
import type { Account } from '../../students/user-queries.ts'

/** Of one transaction. */
export interface DecisionContext {
  /** With the role that they have now. */
  actor: Account
  policies: Policies
  appUrl: string
  verifyEmail: boolean
  now: number
}

export type DecisionResult = z.infer<typeof decisionResponse>

export const studentNotFound = () => new AppError('not_found', 'Student not found.')

export function throwIf(code: 'forbidden' | 'wrong_status', reason: string | undefined) {
  if (reason) throw new AppError(code, reason)
}
