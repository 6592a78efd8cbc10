import type { RequestUser, SessionUser, User } from '#contract/accounts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import {
  type ConfirmationContext,
  type ConfirmationState,
  confirmationOf,
} from './confirmation/confirmation.ts'
import { readSuspension } from './restrictions/read-suspension.ts'
import { roleAt, type Standing } from './restrictions/standing.ts'
import type { SessionParts } from './student-hooks.ts'

export interface SessionContext extends ConfirmationContext {
  /** Whether students can begin a thread; those that there are go on in any case. */
  canStartThreads: boolean
  parts: SessionParts
}

interface SessionContextDeps {
  config: Pick<Config, 'VERIFY_EMAIL' | 'CONTACT'>
  sessionParts: SessionParts
}

export const sessionContext = (
  { config: { VERIFY_EMAIL, CONTACT }, sessionParts: parts }: SessionContextDeps,
  now: number,
): SessionContext => ({
  verifyEmail: VERIFY_EMAIL,
  canStartThreads: CONTACT !== 'email',
  parts,
  now,
})

interface SessionAccount extends User, ConfirmationState, Standing {
  /** Where it was read with the account. */
  unread?: number
}

/** The public part of an account, for the student it belongs to. */
export async function readSessionUser(
  db: Db,
  account: SessionAccount,
  context: SessionContext,
): Promise<SessionUser> {
  return withFavourites(db, await readRequestUser(db, account, context), context.parts)
}

export const withFavourites = async (
  db: Db,
  user: RequestUser,
  { findFavourites }: SessionParts,
): Promise<SessionUser> => ({ ...user, favourites: await findFavourites(db, user.id) })

/** A suspension costs a further query. */
export async function readRequestUser(
  db: Db,
  account: SessionAccount,
  context: SessionContext,
): Promise<RequestUser> {
  const { id, firstName, lastName, email } = account
  const hasMessages = context.canStartThreads || (await context.parts.hasThreads(db, id))
  const readUnread = async () => account.unread ?? (await context.parts.countUnread(db, id))
  return {
    id,
    firstName,
    lastName,
    email,
    confirmation: confirmationOf(account, context),
    role: roleAt(account, context.now),
    suspension: await readSuspension(db, account, context),
    unread: hasMessages ? await readUnread() : null,
  }
}
