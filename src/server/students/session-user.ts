import type { RequestUser, SessionUser, User } from '#contract/accounts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import {
  type ConfirmationContext,
  type ConfirmationState,
  confirmationOf,
} from './confirmation/confirmation.ts'
import type { Standing } from './person.ts'
import { describeRestriction, findRestriction } from './restrictions/find-restriction.ts'
import { describePause, type StudentRequests } from './restrictions/requests.ts'
import { isSuspended, readRole } from './restrictions/standing.ts'
import { readSecondFactorState } from './second-factor/second-factor-queries.ts'
import type { SessionParts } from './sessions/session-queries.ts'
import type { Account } from './user-queries.ts'

export interface SessionContext extends ConfirmationContext {
  /** Whether students can begin a thread. Existing threads continue in any case. */
  canStartThreads: boolean
  /** The affiliations with which students may post, or undefined if everyone may. */
  postingAffiliations: readonly string[] | undefined
  parts: SessionParts
  /** When the student last used a second factor, here or before on this device. */
  secondFactorAt: number | null
  /** In a try-out, only staff who have set up a second factor need it. */
  isTryOut: boolean
}

interface SessionContextDeps {
  config: Pick<Config, 'VERIFY_EMAIL' | 'CONTACT' | 'POSTING_AFFILIATIONS' | 'isTryOut'>
  sessionParts: SessionParts
}

export const sessionContext = (
  {
    config: { VERIFY_EMAIL, CONTACT, POSTING_AFFILIATIONS, isTryOut },
    sessionParts: parts,
  }: SessionContextDeps,
  { secondFactorAt }: Pick<SessionContext, 'secondFactorAt'>,
  now: number,
): SessionContext => ({
  verifyEmail: VERIFY_EMAIL,
  canStartThreads: CONTACT !== 'email',
  postingAffiliations: POSTING_AFFILIATIONS,
  parts,
  secondFactorAt,
  isTryOut,
  now,
})

interface SessionAccount
  extends User,
    ConfirmationState,
    Standing,
    Pick<StudentRequests, 'heldAt' | 'deleteAt'>,
    Pick<Account, 'affiliations' | 'roleEndsAt'> {
  /** The number of unread threads, if it was read together with the account. */
  unread?: number
}

/** Returns the public part of an account, for the student that it belongs to. */
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

/**
 * Queries only for a suspended student, for staff, on a site where students cannot begin threads, or if `unread` is
 * missing.
 */
export async function readRequestUser(
  db: Db,
  account: SessionAccount,
  context: SessionContext,
): Promise<RequestUser> {
  const { id, firstName, lastName, email } = account
  const hasMessages = context.canStartThreads || (await context.parts.hasThreads(db, id))
  const role = await readRole(db, account, context.now)
  const pause = describePause(account)
  const secondFactor = role === 'student' ? null : await readSecondFactorState(db, id, context)
  const readUnread = async () => account.unread ?? (await context.parts.countUnread(db, id))
  return {
    id,
    firstName,
    lastName,
    email,
    confirmation: confirmationOf(account, context),
    role: secondFactor ? 'student' : role,
    secondFactor,
    suspension: await readSuspension(db, account, context),
    ...(pause && { pause }),
    mayPost: mayPost(account, context),
    unread: hasMessages ? await readUnread() : null,
  }
}

/** Whether POSTING_AFFILIATIONS lets the student post. Students about whom the university never said anything may. */
export const mayPost = (
  { affiliations }: Pick<Account, 'affiliations'>,
  { postingAffiliations }: Pick<SessionContext, 'postingAffiliations'>,
): boolean =>
  postingAffiliations === undefined ||
  affiliations === null ||
  affiliations.split(' ').some((word) => postingAffiliations.includes(word))

/**
 * Returns the message for a suspended student, or null. A student who still has to confirm gets null too: they may be a
 * stranger, and cannot do what a suspension forbids anyway.
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
  return { until: toIso(suspendedUntil), message }
}
