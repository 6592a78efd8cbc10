import { isClosedToLogin } from '#campus/campus.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { AppError, closedDomain } from '../../errors.ts'
import type { Client } from '../client.ts'
import { findRestrictionError } from '../restrictions/find-restriction.ts'
import { findDeviceUse } from '../second-factor/second-factor-queries.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { type Account, findUserByEmail, lockUser } from '../user-queries.ts'
import { type AccountAttempt, turnOf } from './login-attempt-limiter.ts'
import { type IssuedCookie, startSession } from './sessions.ts'

interface LogInDeps
  extends Pick<
    StudentDeps,
    'db' | 'passwordHasher' | 'loginAttempts' | 'rateLimiter' | 'recordEvent' | 'now'
  > {
  config: Pick<Config, 'isTryOut'>
}

/** An unknown address and a wrong password cost the same work and get the same response. */
export async function logIn(
  deps: LogInDeps,
  attempt: AccountAttempt,
  password: string,
  /** The hash of the device's cookie, if it has one. Staff who used their second factor there are not asked again. */
  deviceHash: string | null = null,
): Promise<OpenedSession> {
  const { config, db, passwordHasher, loginAttempts } = deps
  let account: Account | undefined
  const loggedIn = await loginAttempts.run(attempt, async () => {
    account = await findUserByEmail(db, attempt.email)
    const isMatch = await passwordHasher.matches(account?.passwordHash, password, turnOf(attempt))
    // The password of sample students is public, so they cannot log in on a real site.
    if (!isMatch || !account || (account.isSample && !config.isTryOut)) return null
    return startSessionIfUnchanged(deps, account, { client: attempt, deviceHash })
  })
  if (loggedIn instanceof AppError) throw loggedIn
  if (loggedIn) return loggedIn
  await recordFailure(deps, attempt, account)
  throw new AppError('unauthenticated', 'Wrong email or password.')
}

/**
 * Locks the row and compares again, because the password may have changed, or the student may have been banned, during
 * the check.
 */
function startSessionIfUnchanged(
  deps: LogInDeps,
  checked: Account,
  { client, deviceHash }: { client: Client; deviceHash: string | null },
) {
  return deps.db.transaction(async (tx) => {
    const account = await lockUser(tx, checked.id)
    if (account?.passwordHash !== checked.passwordHash) return null
    const secondFactor = await findDeviceUse(tx, { studentId: account.id, deviceHash })
    return openSession(tx, deps, account, { client, secondFactor })
  })
}

export interface OpenedSession {
  account: Account
  cookie: IssuedCookie
  /** When the student last used a second factor, with this login or before on this device. */
  secondFactorAt: number | null
  usesSecondFactor: boolean
}

/**
 * Opens a session for a student who has proved who they are, in a transaction that has locked the account. Returns the
 * error of a closed account, so that the limiter counts the proof as right, or null if the account must look unknown.
 */
export async function openSession(
  tx: Db,
  { rateLimiter, recordEvent, now }: Pick<LogInDeps, 'rateLimiter' | 'recordEvent' | 'now'>,
  account: Account,
  {
    client,
    secondFactor,
    issuer,
  }: {
    client: Client
    /** When a second factor was last used on this device, or "now" if this login uses one. */
    secondFactor: number | null | 'now'
    /** The identity provider at which the student logged in. */
    issuer?: string
  },
): Promise<OpenedSession | AppError | null> {
  const time = now()
  const restrictionError = await findRestrictionError(tx, account, time)
  if (isClosedToLogin(account.email)) return closedDomain()
  // A suspended student can log in.
  if (restrictionError?.code === 'banned') return restrictionError
  // An older version closed this account together with the mailbox, which the account has never proved. Only the
  // student of the mailbox may learn about the ban, so this looks like a wrong password.
  if (account.bannedAt !== null) return null
  const { isAllowed } = await rateLimiter.tryTake(
    tx,
    studentLimits.storedLoginsPerAccount,
    'login',
    account.email,
  )
  await recordEvent(tx, 'login', account.id, client, { isStored: isAllowed })
  const { device } = client
  const usesSecondFactor = secondFactor === 'now'
  // A fresh second factor is as old as the session, so there is one reading of the clock for both.
  const secondFactorAt = usesSecondFactor ? time : secondFactor
  const session = { studentId: account.id, device, issuer, now: time, secondFactorAt }
  const cookie = await startSession(tx, session)
  return { account, cookie, secondFactorAt, usesSecondFactor }
}

/** The counter is written for unknown addresses too, so that known and unknown addresses both wait for the disk. */
export function recordFailure(
  { db, rateLimiter, recordEvent }: Pick<LogInDeps, 'db' | 'rateLimiter' | 'recordEvent'>,
  attempt: AccountAttempt,
  account: Account | undefined,
) {
  return db.transaction(async (tx) => {
    const { isAllowed } = await rateLimiter.tryTake(
      tx,
      studentLimits.storedLoginsPerAccount,
      'failure',
      attempt.email,
    )
    await recordEvent(tx, 'login failure', account?.id, attempt, { isStored: isAllowed })
  })
}
