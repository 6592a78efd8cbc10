import type { FastifyReply, FastifyRequest } from 'fastify'
import { mailboxOf } from '#campus/campus.ts'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { passwordChangedResponse } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { type ChangePassword, changePasswordBody } from '#contract/own-account.ts'
import { dayMs } from '../../durations.ts'
import { invalidInput } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { buildPasswordChangedMail } from '../account-mails.ts'
import { readClient } from '../client.ts'
import { acceptIdentityProof, requireIdentity } from '../reauthentication.ts'
import { forgetSecondFactorUses } from '../second-factor/second-factor-queries.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import { deleteUserSessions, findSessionProofs } from '../sessions/session-queries.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import { type IssuedCookie, startSession } from '../sessions/sessions.ts'
import type { StudentDeps } from '../student-deps.ts'
import { type Account, findUser, updatePasswordHash } from '../user-queries.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { hasPassword, requirePasswordLogin } from './password-login.ts'
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
        summary: 'Change or set your password',
        description:
          'Logs out everywhere else, and gives a new session here. A student without a password confirms first, with `/api/auth/proof`, that it is them.',
        body: changePasswordBody,
        response: { 200: passwordChangedResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      requirePasswordLogin(config)
      const { notice } = await checkCommonPassword(config, request.body.password)
      const { token, maxAgeMs, passwordHash } = await changePassword(
        deps,
        request.body,
        request,
        reply,
      )
      jobs.wake()
      cookie.set(reply, token, maxAgeMs)
      deviceCookie.remember(request, reply, { email: loggedInUser(request).email, passwordHash })
      return { message: 'Your password was changed.', notice }
    },
  )
}

/** Ends all sessions and reset links, and starts a new session on this device. A copied cookie of this device ends too. */
async function changePassword(
  deps: StudentDeps,
  { current, password }: ChangePassword,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IssuedCookie & { passwordHash: string }> {
  const { config, db, passwordHasher, recordEvent, now } = deps
  const { email } = await requireCurrentPassword(deps, request, reply, current)
  const client = readClient(request)
  const passwordHash = await passwordHasher.hash(password, mailboxOf(email))
  // If the password was changed or reset since the check, this session has ended too, and the transaction refuses the
  // request.
  return accountTransaction(db, request, async (tx, account) => {
    const time = now()
    // It is read again, because a second factor may have been removed since the request began.
    const proofs = await findSessionProofs(tx, request.selectorHash ?? '')
    const secondFactorAt = proofs?.secondFactorAt ?? null
    await updatePasswordHash(tx, account.id, passwordHash)
    await deleteUserSessions(tx, account.id)
    await deleteUserResets(tx, account.id)
    await recordEvent(tx, 'password change', account.id, client)
    // An address that still has to be confirmed may be a stranger's, so it gets no email.
    if (request.user?.confirmation !== 'required') {
      const isFirst = !hasPassword(config, account)
      const changed = { changedAt: time, loggedOut: 'others', isFirst } as const
      const mail = buildPasswordChangedMail(account, changed)
      await enqueueMail(tx, mail, { studentId: account.id, expiresAt: time + dayMs }, time)
    }
    await forgetSecondFactorUses(tx, account.id)
    const session = { studentId: account.id, device: client.device, now: time, secondFactorAt }
    return { ...(await startSession(tx, session)), passwordHash }
  })
}

/** Throws the field's error if the password is wrong. An account without a password needs another proof. */
async function requireCurrentPassword(
  deps: StudentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  current: string | null,
): Promise<Account> {
  const account = await findUser(deps.db, loggedInUser(request).id)
  if (account && hasPassword(deps.config, account)) {
    if (current === null) throw invalidInput({ current: fieldRequiredMessage })
    const proof = { password: current }
    await acceptIdentityProof(deps, request, reply, proof, { passwordField: 'current' })
  }
  return requireIdentity(deps, request, reply)
}
