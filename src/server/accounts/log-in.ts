import type { Login } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { SessionUser } from '../http.ts'
import type { GuessLimit } from './account-limits.ts'
import type { Passwords } from './passwords.ts'
import { type NewCookie, startSession } from './sessions.ts'
import { findUserByEmail, lockUser } from './user-queries.ts'

interface Parts {
  db: Db
  passwords: Passwords
  guesses: GuessLimit
  now: () => number
}

/** An unknown address and a wrong password take the same steps and get the same answer. */
export async function logIn(
  { db, passwords, guesses, now }: Parts,
  { email, password }: Login,
  address: string,
): Promise<{ user: SessionUser; cookie: NewCookie }> {
  const entered = await guesses.guarded({ email, address }, async () => {
    const account = await findUserByEmail(db, email)
    const matched = await passwords.matches(account?.passwordHash, password)
    if (!matched || !account) return null
    return enter(db, account, now())
  })
  if (!entered) throw new AppError('unauthenticated', 'Wrong email or password.')
  return entered
}

/** A password that was changed while it was being checked opens nothing. */
function enter(db: Db, user: SessionUser & { passwordHash: string }, now: number) {
  return db.transaction(async (tx) => {
    const account = await lockUser(tx, user.id)
    if (account?.passwordHash !== user.passwordHash) return null
    const { passwordHash: _, createdAt: __, ...known } = account
    return { user: known, cookie: await startSession(tx, user.id, now) }
  })
}
