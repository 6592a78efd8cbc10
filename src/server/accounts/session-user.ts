import type { SessionUser, User } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import {
  type ConfirmationContext,
  type ConfirmationState,
  confirmationOf,
} from './confirmation/confirmation.ts'
import { readSuspension } from './restrictions/read-suspension.ts'
import { roleAt, type Standing } from './restrictions/standing.ts'

/** The public part of an account, for the student it belongs to. Costs a query only while they are suspended. */
export async function readSessionUser(
  db: Db,
  account: User & ConfirmationState & Standing,
  context: ConfirmationContext,
): Promise<SessionUser> {
  const { id, firstName, lastName, email } = account
  return {
    id,
    firstName,
    lastName,
    email,
    confirmation: confirmationOf(account, context),
    role: roleAt(account, context.now),
    suspension: await readSuspension(db, account, context),
  }
}
