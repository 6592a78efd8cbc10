import type { FastifyRequest } from 'fastify'
import { mailboxOf } from '#campus.ts'
import { passwordChangedResponse } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { type ChangePassword, changePasswordBody } from '#contract/own-account.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { buildPasswordChangedMail } from '../account-mails.ts'
import { readClient } from '../client.ts'
import { recordFailure } from '../sessions/log-in.ts'
import { turnOf } from '../sessions/login-attempt-limiter.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import { deleteUserSessions } from '../sessions/session-queries.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import { type IssuedCookie, startSession } from '../sessions/sessions.ts'
import type { StudentDeps } from '../student-deps.ts'
import { type Account, findUser, updatePasswordHash } from '../user-queries.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { deleteUserResets } from './reset-password.ts'

export function changePasswordRoutes(app: App, deps: StudentDeps) {
  const { config, cookie, deviceCookie, jobs } = deps

  app.post(
    '/api/users/me/password',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Change your password',
        description: 'Logs out everywhere else, and gives a new session here.',
        body: changePasswordBody,
        response: { 200: passwordChangedResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { notice } = await checkCommonPassword(config, request.body.password)
      const { token, maxAgeMs, passwordHash } = await changePassword(deps, request.body, request)
      jobs.wake()
      cookie.set(reply, token, maxAgeMs)
      deviceCookie.remember(request, reply, { email: loggedInUser(request).email, passwordHash })
      return { message: 'Your password was changed.', notice }
    },
  )
}

type ChangePasswordDeps = PasswordDeps & Pick<StudentDeps, 'now'>

/** Ends all sessions and reset links, and starts a new session on this device. A copied cookie of this device ends too. */
async function changePassword(
  deps: ChangePasswordDeps,
  { current, password }: ChangePassword,
  request: FastifyRequest,
): Promise<IssuedCookie & { passwordHash: string }> {
  const { db, passwordHasher, recordEvent, now } = deps
  const { email } = await requirePassword(deps, request, { name: 'current', password: current })
  const client = readClient(request)
  const passwordHash = await passwordHasher.hash(password, mailboxOf(email))
  // If the password was changed or reset since the check, this session has ended too, and the transaction refuses the
  // request.
  return accountTransaction(db, request, async (tx, account) => {
    const time = now()
    await updatePasswordHash(tx, account.id, passwordHash)
    await deleteUserSessions(tx, account.id)
    await deleteUserResets(tx, account.id)
    await recordEvent(tx, 'password change', account.id, client)
    // An address that still has to be confirmed may be a stranger's, so it gets no email.
    if (request.user?.confirmation !== 'required') {
      const mail = buildPasswordChangedMail(account, { changedAt: time, loggedOut: 'others' })
      await enqueueMail(tx, mail, { studentId: account.id, expiresAt: time + dayMs }, time)
    }
    const session = { studentId: account.id, device: client.device, now: time }
    return { ...(await startSession(tx, session)), passwordHash }
  })
}

type PasswordDeps = Pick<
  StudentDeps,
  'db' | 'loginAttempts' | 'passwordHasher' | 'rateLimiter' | 'recordEvent'
>

/**
 * Asks a logged-in student for the password again. Throws the field's error if the password is wrong. Failures count
 * for this session alone, so that strangers cannot lock the student out.
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
