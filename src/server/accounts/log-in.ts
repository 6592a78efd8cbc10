import type { Login, SessionUser } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { LoginAttemptLimiter } from './login-attempt-limiter.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { type IssuedCookie, startSession } from './sessions.ts'
import { findUserByEmail, lockUser, type UserWithPassword } from './user-queries.ts'

interface LogInDeps {
  db: Db
  passwordHasher: PasswordHasher
  loginAttempts: LoginAttemptLimiter
  now: () => number
}

/** An unknown address and a wrong password cost the same work and get the same response. */
export async function logIn(
  { db, passwordHasher, loginAttempts, now }: LogInDeps,
  { email, password }: Login,
  network: string,
): Promise<{ user: SessionUser; cookie: IssuedCookie }> {
  const loggedIn = await loginAttempts.run({ email, network }, async () => {
    const account = await findUserByEmail(db, email)
    const isMatch = await passwordHasher.matches(account?.passwordHash, password)
    if (!isMatch || !account) return null
    return startSessionIfUnchanged(db, account, now())
  })
  if (!loggedIn) throw new AppError('unauthenticated', 'Wrong email or password.')
  return loggedIn
}

/** Locks the row and compares again: the password may have been changed during the check. */
function startSessionIfUnchanged(db: Db, checked: UserWithPassword, now: number) {
  return db.transaction(async (tx) => {
    const account = await lockUser(tx, checked.id)
    if (account?.passwordHash !== checked.passwordHash) return null
    const { passwordHash: _, createdAt: __, ...user } = account
    return { user, cookie: await startSession(tx, user.id, now) }
  })
}
