import type { SessionUser, User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import {
  type ConfirmationContext,
  type ConfirmationState,
  confirmationOf,
} from '../confirmation/confirmation.ts'
import { describeRestriction } from './describe-restriction.ts'
import { findRestriction } from './find-restriction.ts'
import { isSuspended, type Standing } from './standing.ts'

/**
 * What a suspended student is told; null for everyone else. So for a stranger who may have signed up with the address:
 * it is between Quad and its student, and whoever has to confirm may not do what it forbids anyway.
 */
export async function readSuspension(
  db: Db,
  account: Pick<User, 'id' | 'email'> & ConfirmationState & Pick<Standing, 'suspendedUntil'>,
  context: ConfirmationContext,
): Promise<SessionUser['suspension']> {
  const { now } = context
  const { suspendedUntil } = account
  if (suspendedUntil === null || !isSuspended(account, now)) return null
  if (confirmationOf(account, context) === 'required') return null
  const restriction = await findRestriction(db, account, now)
  if (!restriction) return null
  const message = describeRestriction(restriction, now)
  return { until: new Date(suspendedUntil).toISOString(), message }
}
