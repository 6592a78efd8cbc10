import type { FastifyReply, FastifyRequest } from 'fastify'
import { proofMinutes } from '#contract/account-rules.ts'
import type { IdentityProof, ProofWay } from '#contract/identity-proof.ts'
import type { Db } from '../database/database.ts'
import { minuteMs } from '../durations.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { readClient } from './client.ts'
import { proveByEmailedCode } from './confirmation/identity-codes.ts'
import { findPasskeys } from './passkeys/passkey-queries.ts'
import { proveByPasskey } from './passkeys/passkeys.ts'
import { hasPassword, requirePasswordLogin } from './passwords/password-login.ts'
import { proveByCode } from './second-factor/second-factor.ts'
import {
  countRecoveryCodes,
  findAuthenticator,
  hasSecondFactor,
  rememberDevice,
} from './second-factor/second-factor-queries.ts'
import { recordFailure } from './sessions/log-in.ts'
import { turnOf } from './sessions/login-attempt-limiter.ts'
import { loggedInUser } from './sessions/session-hooks.ts'
import { findSessionProofs, updateSessionProofs } from './sessions/session-queries.ts'
import { accountTransaction } from './sessions/session-transaction.ts'
import type { StudentDeps } from './student-deps.ts'
import type { IdentityProvider } from './university/identity-providers.ts'
import { findUniversityAccount } from './university/university-account-queries.ts'
import { type Account, findUser, hasRole } from './user-queries.ts'

// This file asks a logged-in student to confirm that it is them, before something that a stranger at their device must
// not do. A proof counts for ten minutes in its session.

/** Whether only a second factor proves this account: that of a moderator or admin who has one. */
const needsSecondFactor = async (db: Db, account: Account): Promise<boolean> =>
  hasRole(account) && (await hasSecondFactor(db, account.id))

type WaysDeps = Pick<StudentDeps, 'config' | 'db' | 'identityProviders'>

/** Returns the university at which the student can log in, if it still has a login here. */
export async function findOwnUniversity(
  { db, identityProviders }: Pick<WaysDeps, 'db' | 'identityProviders'>,
  { id }: Pick<Account, 'id'>,
): Promise<IdentityProvider | undefined> {
  const joined = await findUniversityAccount(db, id)
  return joined && identityProviders.findByIssuer(joined.issuer)
}

/** Returns the ways in which the student can confirm that it is them. */
export async function findProofWays(deps: WaysDeps, account: Account): Promise<ProofWay[]> {
  const { config, db } = deps
  const isStrict = await needsSecondFactor(db, account)
  const passkeys = await findPasskeys(db, account.id)
  const authenticator = await findAuthenticator(db, account.id)
  const hasCodes = authenticator?.secret || (await countRecoveryCodes(db, account.id)) > 0
  const ways: ProofWay[] = []
  if (!isStrict && hasPassword(config, account)) ways.push('password')
  if (passkeys.some(({ verifiesUser }) => verifiesUser || !isStrict)) ways.push('passkey')
  if (hasCodes) ways.push('code')
  if (!isStrict && !hasPassword(config, account)) ways.push('emailedCode')
  if (!isStrict && (await findOwnUniversity(deps, account))) ways.push('university')
  return ways
}

/** Whether the student could still log in without this passkey. */
export const canLogInWithout = async (deps: WaysDeps, account: Account, passkeyId: number) =>
  hasPassword(deps.config, account) ||
  (await findOwnUniversity(deps, account)) !== undefined ||
  (await findPasskeys(deps.db, account.id)).some(({ id, logsIn }) => id !== passkeyId && logsIn)

const isRecent = (at: number | null, now: number): boolean =>
  at !== null && now - at < proofMinutes * minuteMs

/** Whether the student has confirmed in this session and in the last minutes that it is them. */
export async function hasRecentProof(
  db: Db,
  request: Pick<FastifyRequest, 'selectorHash'>,
  account: Account,
  now: number,
): Promise<boolean> {
  const proofs = await findSessionProofs(db, request.selectorHash ?? '')
  if (!proofs) throw unauthenticated()
  const { provedAt, secondFactorAt, createdAt } = proofs
  if (!(await needsSecondFactor(db, account))) return isRecent(provedAt, now)
  // A second factor from before the session only says that the device is known.
  return isRecent(secondFactorAt, now) && (secondFactorAt ?? 0) >= createdAt
}

const notProved = () => new AppError('reauthenticate', "Confirm that it's you first.")

/**
 * Throws 403 unless a moderator or admin has just used their second factor. In a try-out they may have none; then nothing
 * is asked. Call it before somebody gets a role, or is banned or unbanned.
 */
export async function requireFreshSecondFactor(
  db: Db,
  request: FastifyRequest,
  now: number,
): Promise<void> {
  const account = await findUser(db, loggedInUser(request).id)
  if (!account) throw unauthenticated()
  if (!(await needsSecondFactor(db, account))) return
  if (!(await hasRecentProof(db, request, account, now))) throw notProved()
}

/**
 * Throws 403 unless the student has confirmed that it is them, with this proof or in the last minutes. Returns the
 * account.
 */
export async function requireIdentity(
  deps: StudentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: IdentityProof = {},
): Promise<Account> {
  const { db, now } = deps
  if (isProofGiven(proof)) await acceptIdentityProof(deps, request, reply, proof)
  const account = await findUser(db, loggedInUser(request).id)
  if (!account) throw unauthenticated()
  if (!(await hasRecentProof(db, request, account, now()))) throw notProved()
  return account
}

export const isProofGiven = ({ password, passkey, code, emailedCode }: IdentityProof): boolean =>
  [password, passkey, code, emailedCode].some((given) => given !== undefined)

/**
 * Checks a proof and remembers it in the session. Throws the field's error if the proof is wrong. A fresh login at the
 * university calls `recordProof` itself.
 */
export async function acceptIdentityProof(
  deps: StudentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { password, passkey, code, emailedCode }: IdentityProof,
  { passwordField = 'password' } = {},
): Promise<void> {
  if (password !== undefined) {
    requirePasswordLogin(deps.config)
    await requirePassword(deps, request, { name: passwordField, password })
    return recordProof(deps, request, reply, { isSecondFactor: false })
  }
  if (passkey) {
    const isSecondFactor = await proveByPasskey(deps, request, passkey)
    return recordProof(deps, request, reply, { isSecondFactor })
  }
  if (code !== undefined) {
    await proveByCode(deps, request, code)
    return recordProof(deps, request, reply, { isSecondFactor: true })
  }
  if (emailedCode === undefined) throw notProved()
  await proveByEmailedCode(deps, request, emailedCode)
  return recordProof(deps, request, reply, { isSecondFactor: false })
}

/** Remembers a proof in the session and, if it was a second factor of staff, for this device. */
export async function recordProof(
  { db, deviceCookie, now }: Pick<StudentDeps, 'db' | 'deviceCookie' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { isSecondFactor }: { isSecondFactor: boolean },
): Promise<void> {
  const time = now()
  await accountTransaction(db, request, async (tx, account) => {
    await updateSessionProofs(tx, request.selectorHash ?? '', { now: time, isSecondFactor })
    if (!isSecondFactor || !hasRole(account)) return
    const formerHash = deviceCookie.readDeviceHash(request)
    const deviceHash = deviceCookie.rememberNew(reply, account)
    await rememberDevice(tx, { studentId: account.id, deviceHash, formerHash, now: time })
  })
  if (isSecondFactor) request.secondFactorAt = time
}

type PasswordDeps = Pick<
  StudentDeps,
  'db' | 'loginAttempts' | 'passwordHasher' | 'rateLimiter' | 'recordEvent'
>

/**
 * Asks a logged-in student for the password again. Throws the field's error if the password is wrong. Failures count
 * for this session alone, so that strangers cannot lock the student out.
 */
async function requirePassword(
  deps: PasswordDeps,
  request: FastifyRequest,
  field: { name: string; password: string },
): Promise<void> {
  const { db, loginAttempts, passwordHasher } = deps
  const { id, email } = loggedInUser(request)
  const attempt = { ...readClient(request), email, deviceId: request.selectorHash }
  let account: Account | undefined
  const isMatch = await loginAttempts.run(attempt, async () => {
    account = await findUser(db, id)
    const { password } = field
    return (await passwordHasher.matches(account?.passwordHash, password, turnOf(attempt))) || null
  })
  if (isMatch) return
  await recordFailure(deps, attempt, account)
  const message = 'Wrong password'
  throw new AppError('bad_request', message, { fields: { [field.name]: message } })
}
