import { randomBytes } from 'node:crypto'
import type { ChangePassword } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Limiter } from '../limits/rate-limit.ts'
import { enqueueMail } from '../mail/mail-queue.ts'
import { resetMailsToOneAddress } from './account-limits.ts'
import { passwordChangedMail, resetMail } from './account-mails.ts'
import type { Passwords } from './passwords.ts'
import { consumeReset, deleteResetsOf, findLivingReset, insertReset } from './reset-queries.ts'
import { deleteSessionsOf } from './session-queries.ts'
import { hashToken } from './session-token.ts'
import { findUserByEmail, lockUser, updatePasswordHash } from './user-queries.ts'

const validMs = 5 * 60_000

/** Short enough for the link to stay on one line of a plain-text mail, and far beyond guessing. */
const newResetToken = () => randomBytes(18).toString('base64url')

interface RequestParts {
  db: Db
  limiter: Limiter
  appUrl: string
}

/** Writes the mail with a new link, in one step with the link itself; unknown addresses get none. */
export async function requestReset(
  { db, limiter, appUrl }: RequestParts,
  email: string,
  now: number,
) {
  const token = newResetToken()
  await db.transaction(async (tx) => {
    const allowed = await limiter.tryToTake(tx, resetMailsToOneAddress, email)
    const found = await findUserByEmail(tx, email)
    const account = allowed.taken && found ? await lockUser(tx, found.id) : undefined
    if (!account) return
    const expiresAt = now + validMs
    await deleteResetsOf(tx, account.id)
    await insertReset(tx, {
      tokenHash: hashToken(token),
      userId: account.id,
      createdAt: now,
      expiresAt,
    })
    const link = `${appUrl}/reset-password?token=${token}`
    await enqueueMail(tx, { ...resetMail(account, { link, requestedAt: now }), expiresAt }, now)
  })
}

interface ChangeParts {
  db: Db
  passwords: Passwords
  now: () => number
}

/** A used link is gone, and with it every session and every other link of the student, whose address it answers. */
export async function changePassword(
  { db, passwords, now }: ChangeParts,
  { token, password }: ChangePassword,
) {
  const tokenHash = hashToken(token)
  const reset = await findLivingReset(db, tokenHash, now())
  if (!reset) throw deadLink()
  const passwordHash = await passwords.hash(password)
  return db.transaction(async (tx) => {
    const time = now()
    const account = await lockUser(tx, reset.userId)
    const consumed = await consumeReset(tx, tokenHash, time)
    if (!account || !consumed) throw deadLink()
    await updatePasswordHash(tx, account.id, passwordHash)
    await deleteSessionsOf(tx, account.id)
    await deleteResetsOf(tx, account.id)
    await enqueueMail(tx, passwordChangedMail(account, { changedAt: time }), time)
    return account.email
  })
}

function deadLink() {
  return new AppError(
    'bad_request',
    'This reset link has expired or was already used. Please request a new one.',
  )
}
