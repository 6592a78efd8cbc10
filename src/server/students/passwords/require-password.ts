import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { readClient } from '../client.ts'
import { recordFailure } from '../sessions/log-in.ts'
import { turnOf } from '../sessions/login-attempt-limiter.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import type { StudentDeps } from '../student-deps.ts'
import { type Account, findUser } from '../user-queries.ts'

export type PasswordDeps = Pick<
  StudentDeps,
  'db' | 'loginAttempts' | 'passwordHasher' | 'rateLimiter' | 'recordEvent'
>

/**
 * Asks a logged-in student for the password again: the field's error if it is wrong. Failures count for this session
 * alone, so that strangers cannot keep the student from it.
 */
export async function requirePassword(
  deps: PasswordDeps,
  request: FastifyRequest,
  field: { name: string; password: string },
): Promise<Account> {
  const { db, loginAttempts, passwordHasher } = deps
  const { id, email } = loggedInUser(request)
  const attempt = { ...readClient(request), email, deviceId: request.selectorHash }
  let account: Account | undefined
  const isMatch = await loginAttempts.run(attempt, async () => {
    account = await findUser(db, id)
    const { password } = field
    return (await passwordHasher.matches(account?.passwordHash, password, turnOf(attempt))) || null
  })
  if (isMatch && account) return account
  await recordFailure(deps, attempt, account)
  const message = 'Wrong password'
  throw new AppError('bad_request', message, { fields: { [field.name]: message } })
}
