import { randomBytes } from 'node:crypto'
import { invalidResetLinkMessage, type ResetPassword } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import { dayMs, minuteMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { enqueueMail, enqueueSecretMail } from '../mail/mail-jobs.ts'
import { buildPasswordChangedMail, buildResetMail } from './account-mails.ts'
import { resetMailsPerRecipient } from './account-rate-limits.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { consumeReset, deleteUserResets, findValidReset, insertReset } from './reset-queries.ts'
import { deleteUserSessions } from './session-queries.ts'
import { hashToken } from './session-token.ts'
import { findUserByEmail, lockUser, updatePasswordHash } from './user-queries.ts'

const linkValidMs = 5 * minuteMs

/** 144 bits: short enough for the link to fit on one line of a plain-text mail. */
const generateResetToken = () => randomBytes(18).toString('base64url')

interface RequestResetDeps {
  db: Db
  rateLimiter: RateLimiter
  appUrl: string
}

/** Stores a new token and queues its mail in one transaction; an unknown address gets neither. */
export async function requestPasswordReset(
  { db, rateLimiter, appUrl }: RequestResetDeps,
  email: string,
  now: number,
) {
  const token = generateResetToken()
  await db.transaction(async (tx) => {
    const { isAllowed } = await rateLimiter.tryTake(tx, resetMailsPerRecipient, email)
    const found = await findUserByEmail(tx, email)
    const account = isAllowed && found ? await lockUser(tx, found.id) : undefined
    if (!account) return
    const expiresAt = now + linkValidMs
    await deleteUserResets(tx, account.id)
    await insertReset(tx, {
      tokenHash: hashToken(token),
      userId: account.id,
      createdAt: now,
      expiresAt,
    })
    const link = `${appUrl}/reset-password?token=${token}`
    const mail = buildResetMail(account, { link, requestedAt: now })
    await enqueueSecretMail(tx, mail, { userId: account.id, expiresAt }, now)
  })
}

interface ResetPasswordDeps {
  db: Db
  passwordHasher: PasswordHasher
  now: () => number
}

/** Deletes all sessions and reset links of the user, and returns their address. */
export async function resetPassword(
  { db, passwordHasher, now }: ResetPasswordDeps,
  { token, password }: ResetPassword,
) {
  const tokenHash = hashToken(token)
  const reset = await findValidReset(db, tokenHash, now())
  if (!reset) throw invalidLink()
  const passwordHash = await passwordHasher.hash(password)
  return db.transaction(async (tx) => {
    const time = now()
    const account = await lockUser(tx, reset.userId)
    const isConsumed = await consumeReset(tx, tokenHash, time)
    if (!account || !isConsumed) throw invalidLink()
    await updatePasswordHash(tx, account.id, passwordHash)
    await deleteUserSessions(tx, account.id)
    await deleteUserResets(tx, account.id)
    const mail = buildPasswordChangedMail(account, { changedAt: time })
    await enqueueMail(tx, mail, { userId: account.id, expiresAt: time + dayMs }, time)
    return account.email
  })
}

/** Does not use the link up. */
export async function isValidResetLink(db: Db, token: string, now: number): Promise<boolean> {
  return (await findValidReset(db, hashToken(token), now)) !== undefined
}

const invalidLink = () => new AppError('bad_request', invalidResetLinkMessage)
