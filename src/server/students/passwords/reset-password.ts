import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { invalidResetLinkMessage, type ResetPassword } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, minuteMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import { networkCounters, type RateLimit } from '../../limits/rate-limit.ts'
import { enqueueMail, enqueueSecretMail } from '../../mail/mail-jobs.ts'
import { bumpVersionsOfSeller } from '../../versions/category-versions.ts'
import { buildPasswordChangedMail, buildResetMail } from '../account-mails.ts'
import { deleteBlocksBy } from '../block-queries.ts'
import type { Client } from '../client.ts'
import { recordConfirmation } from '../confirmation/confirm-email.ts'
import { hasToConfirm } from '../confirmation/confirmation.ts'
import { deletePasskeys, findPasskeys, stopPasskeyLogins } from '../passkeys/passkey-queries.ts'
import { countingKey, personOfAccount, unknownName } from '../person.ts'
import {
  forgetSecondFactor,
  forgetSecondFactorUses,
} from '../second-factor/second-factor-queries.ts'
import { hasLoggedInFrom } from '../security-event-queries.ts'
import { networkHashOf } from '../security-events.ts'
import type { AccountAttempt } from '../sessions/login-attempt-limiter.ts'
import { deleteUserSessions } from '../sessions/session-queries.ts'
import { hashToken } from '../sessions/session-token.ts'
import type { StudentDeps, StudentHooks } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { unlinkUniversityAccount } from '../university/university-account-queries.ts'
import {
  type Account,
  defaultSettings,
  findUserByEmail,
  hasRole,
  lockUser,
  updateAccount,
  updatePasswordHash,
} from '../user-queries.ts'

const linkValidMs = 5 * minuteMs

/** A token has only 144 bits, so that the link fits on one line of a plain-text email. */
const generateResetToken = () => randomBytes(18).toString('base64url')

type RequestDeps = Pick<
  StudentDeps,
  'config' | 'db' | 'keyedHash' | 'rateLimiter' | 'recordEvent' | 'now'
>

/** Stores a new token and queues its email in one transaction. For an unknown address, it does neither. */
export async function requestPasswordReset(deps: RequestDeps, attempt: AccountAttempt) {
  const { config, db, recordEvent, now } = deps
  const token = generateResetToken()
  await db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, attempt.email)
    const account = found && (await lockUser(tx, found.id))
    if (!account || !(await countResetMail(tx, deps, account, attempt))) return
    const time = now()
    const expiresAt = time + linkValidMs
    await deleteUserResets(tx, account.id)
    await insertReset(tx, {
      tokenHash: hashToken(token),
      studentId: account.id,
      createdAt: time,
      expiresAt,
    })
    const link = config.APP_URL + pagePaths.resetLink(token)
    const mail = buildResetMail(account, { link, requestedAt: time })
    await enqueueSecretMail(tx, mail, { studentId: account.id, expiresAt }, time)
    await recordEvent(tx, 'reset request', account.id, attempt)
  })
}

/** Returns false if a limit is reached. The requester does not learn this. The first email of an hour is always sent. */
async function countResetMail(
  tx: Db,
  { keyedHash, rateLimiter }: Pick<RequestDeps, 'keyedHash' | 'rateLimiter'>,
  account: Account,
  attempt: AccountAttempt,
): Promise<boolean> {
  const countedFor = countingKey(personOfAccount(account))
  const take = async (rule: RateLimit, ...key: string[]) =>
    (await rateLimiter.tryTake(tx, rule, countedFor, ...key)).isAllowed
  if (await take(studentLimits.firstResetMail)) return true
  const { network, deviceId } = attempt
  const requester: [RateLimit, string][] = deviceId
    ? [[studentLimits.furtherResetMailsPerRequester, deviceId]]
    : networkCounters(studentLimits.furtherResetMailsPerRequester, attempt)
  for (const counter of requester) if (!(await take(...counter))) return false
  const isKnown =
    deviceId || (await hasLoggedInFrom(tx, account.id, networkHashOf(keyedHash, network)))
  return take(isKnown ? studentLimits.resetMailsForKnown : studentLimits.resetMailsForStrangers)
}

type ResetDeps = Pick<StudentDeps, 'db' | 'hooks' | 'passwordHasher' | 'recordEvent' | 'now'>

/**
 * Deletes all sessions and reset links of the user, and returns the credentials that they log in with now. Refuses a
 * closed account with 403. The link proves only the mailbox, so the university account of somebody who had the address
 * before no longer opens the account.
 */
export async function resetPassword(
  { db, hooks, passwordHasher, recordEvent, now }: ResetDeps,
  { token, password, keepsPasskeys }: ResetPassword,
  { client, sessionStudentId }: { client: Client; sessionStudentId: number | undefined },
) {
  const tokenHash = hashToken(token)
  const reset = await findValidReset(db, tokenHash, now())
  if (!reset) throw invalidLink()
  const passwordHash = await passwordHasher.hash(password, client.site)
  return db.transaction(async (tx) => {
    const time = now()
    const account = await lockUser(tx, reset.studentId)
    const isConsumed = await consumeReset(tx, tokenHash, time)
    if (!account || !isConsumed) throw invalidLink()
    await updatePasswordHash(tx, account.id, passwordHash)
    // The account may be a stranger's, unless it is logged in in this browser.
    const isTakenBack = hasToConfirm(account) && sessionStudentId !== account.id
    if (isTakenBack) await clearAccount(tx, account, hooks)
    await recordConfirmation(tx, account, { hooks, now: time })
    await deleteUserSessions(tx, account.id)
    await deleteUserResets(tx, account.id)
    await forgetSecondFactorUses(tx, account.id)
    if (!keepsPasskeys && !isTakenBack) await endPasskeyLogins(tx, account)
    const isDisconnected = await unlinkUniversityAccount(tx, account.id)
    await recordEvent(tx, 'password reset', account.id, client)
    const changed = { changedAt: time, loggedOut: 'all', isTakenBack, isDisconnected } as const
    const mail = buildPasswordChangedMail(account, changed)
    await enqueueMail(tx, mail, { studentId: account.id, expiresAt: time + dayMs }, time)
    return { email: account.email, passwordHash, isTakenBack, isDisconnected }
  })
}

/**
 * A stranger may have added a passkey, so passkeys stay only if the student says so. Those of staff stay as second
 * factors: otherwise whoever reads their email could reset the password and set up a second factor of their own.
 */
export async function endPasskeyLogins(tx: Db, account: Account): Promise<void> {
  if (hasRole(account)) await stopPasskeyLogins(tx, account.id)
  else await deletePasskeys(tx, account.id)
}

/**
 * Removes everything that a stranger may have put into the account: passkeys, the name, settings and saved items. The
 * second factor of staff stays, so that a reset link never opens a role. The caller ends the sessions and the password.
 */
export async function clearAccount(tx: Db, account: Account, hooks: StudentHooks): Promise<void> {
  const { id, email } = account
  // If the site ran without VERIFY_EMAIL for a while, pages and conversations may show the name.
  await bumpVersionsOfSeller(tx, id)
  await runHooks(hooks.takenBack, tx, id)
  await deleteBlocksBy(tx, id)
  await endPasskeyLogins(tx, account)
  if (!hasRole(account)) await forgetSecondFactor(tx, id)
  await updateAccount(tx, id, { ...defaultSettings, ...unknownName(email) })
}

/** Checks the link without using it up. Returns whether the account has passkeys. */
export async function checkResetLink(db: Db, token: string, now: number): Promise<boolean> {
  const reset = await findValidReset(db, hashToken(token), now)
  if (!reset) throw invalidLink()
  return (await findPasskeys(db, reset.studentId)).some(({ logsIn }) => logsIn)
}

const invalidLink = () => new AppError('bad_request', invalidResetLinkMessage)

export interface Reset {
  tokenHash: string
  studentId: number
  createdAt: number
  expiresAt: number
}

export async function insertReset(db: Db, { tokenHash, studentId, createdAt, expiresAt }: Reset) {
  await db.run(sql`
    INSERT INTO password_resets (token_hash, user_id, created_at, expires_at)
    VALUES (${tokenHash}, ${studentId}, ${createdAt}, ${expiresAt})`)
}

async function findValidReset(db: Db, tokenHash: string, now: number) {
  const row = await db.get<{ user_id: number }>(sql`
    SELECT user_id FROM password_resets
    WHERE token_hash = ${tokenHash} AND expires_at > ${now}`)
  return row && { studentId: row.user_id }
}

/** Returns true for exactly one of several concurrent calls. */
async function consumeReset(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    DELETE FROM password_resets WHERE token_hash = ${tokenHash} AND expires_at > ${now}`)
  return changes === 1
}

export async function deleteUserResets(db: Db, studentId: number) {
  await db.run(sql`DELETE FROM password_resets WHERE user_id = ${studentId}`)
}

export async function deleteExpiredResets(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'password_resets', primaryKey: ['token_hash'], where })
}
