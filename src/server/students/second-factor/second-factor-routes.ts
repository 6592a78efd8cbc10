import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { confirmationCode } from '#contract/account-rules.ts'
import { resendCodeResponse, sessionUser } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import {
  confirmAuthenticatorBody,
  identityProof,
  newAuthenticator,
  ownSecurity,
  recoveryCodesResponse,
} from '#contract/identity-proof.ts'
import type { Db } from '../../database/database.ts'
import { toIsoOrNull } from '../../durations.ts'
import { AppError, unauthenticated } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { notFound } from '../../http/error-handler.ts'
import { noStore } from '../../http/no-store.ts'
import { mailLoginChange } from '../account-mails.ts'
import { readClient } from '../client.ts'
import { mailIdentityCode } from '../confirmation/identity-codes.ts'
import { findPasskeys } from '../passkeys/passkey-queries.ts'
import { presentPasskey } from '../passkeys/passkeys.ts'
import { hasPassword } from '../passwords/password-login.ts'
import {
  acceptIdentityProof,
  findOwnUniversity,
  findProofWays,
  hasRecentProof,
  recordProof,
  requireIdentity,
} from '../reauthentication.ts'
import { readSessionUser, sessionContext } from '../session-user.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import { accountTransaction, requireLiveSession } from '../sessions/session-transaction.ts'
import type { StudentDeps } from '../student-deps.ts'
import { type Account, findUser, hasRole } from '../user-queries.ts'
import { encryptSecret, generateAuthenticator } from './codes.ts'
import { confirmAuthenticator, makeRecoveryCodes } from './second-factor.ts'
import {
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  forgetSecondFactorUses,
  hasSecondFactor,
  setPendingSecret,
} from './second-factor-queries.ts'

/**
 * Throws 409 if a moderator or admin has no second factor left. Call it in the transaction that has removed one. In a
 * try-out, the role does not need one.
 */
export async function requireOtherFactor(
  tx: Db,
  { config }: Pick<StudentDeps, 'config'>,
  account: Account,
): Promise<void> {
  if (!hasRole(account) || config.isTryOut || (await hasSecondFactor(tx, account.id))) return
  const message = 'Your role needs a second factor. Add another one before you remove this one.'
  throw new AppError('wrong_status', message)
}

export function secondFactorRoutes(app: App, deps: StudentDeps) {
  const { db, jobs, keyedHash, recordEvent, now } = deps

  async function readAccount(id: number): Promise<Account> {
    const account = await findUser(db, id)
    if (!account) throw unauthenticated()
    return account
  }

  app.post(
    '/api/auth/proof',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Confirm that it is you',
        description:
          'With the password, a passkey, a code of an authenticator app, a recovery code or, without a password, an emailed code. Counts for ten minutes in this session. A second factor of a moderator or admin counts for 30 days on this device.',
        body: identityProof,
        response: { 200: sessionUser, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      await acceptIdentityProof(deps, request, reply, request.body)
      const account = await readAccount(loggedInUser(request).id)
      return readSessionUser(db, account, sessionContext(deps, request, now()))
    },
  )

  app.post(
    '/api/users/me/code',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Email a code with which a student without a password confirms that it is them',
        description: 'Send the code to `/api/auth/proof`. 409 with a password.',
        response: { 200: resendCodeResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      await mailIdentityCode(deps, request)
      jobs.wake()
      return { message: 'A code is on its way.', retryAfter: confirmationCode.resendSeconds }
    },
  )

  app.get(
    '/api/users/me/security',
    {
      config: { action: 'read account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'How you log in',
        response: { 200: ownSecurity, '4xx': errorBody },
      },
    },
    async (request) => {
      const account = await readAccount(loggedInUser(request).id)
      const university = await findOwnUniversity(deps, account)
      const authenticator = await findAuthenticator(db, account.id)
      return {
        hasPassword: hasPassword(deps.config, account),
        university: university ? { key: university.key, label: university.label } : null,
        passkeys: (await findPasskeys(db, account.id)).map(presentPasskey),
        authenticatorAddedAt: toIsoOrNull(authenticator?.addedAt ?? null),
        hasSecondFactor: await hasSecondFactor(db, account.id),
        recoveryCodes: await countRecoveryCodes(db, account.id),
        isStaff: hasRole(account),
        ways: await findProofWays(deps, account),
        isProved: await hasRecentProof(db, request, account, now()),
      }
    },
  )

  /** Only staff have a second factor. For all others, there is no such page. */
  async function requireStaffAccount(request: FastifyRequest) {
    await requireLiveSession(db, request)
    if (!hasRole(await readAccount(loggedInUser(request).id))) throw notFound()
  }

  app.post(
    '/api/users/me/authenticator',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Begin to set up an authenticator app, as a moderator or admin',
        description: 'Confirm first that it is you, with `/api/auth/proof`.',
        response: { 200: newAuthenticator, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id, email } = loggedInUser(request)
      await requireStaffAccount(request)
      await requireIdentity(deps, request, reply)
      const made = generateAuthenticator(email)
      const secret = encryptSecret(keyedHash, id, made.secret)
      await accountTransaction(db, request, (tx) =>
        setPendingSecret(tx, id, { secret, now: now() }),
      )
      return made
    },
  )

  app.put(
    '/api/users/me/authenticator',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Finish the set-up of an authenticator app with its first code',
        description:
          'Confirm first that it is you, with `/api/auth/proof`. 409 if the set-up began more than ten minutes ago. The recovery codes are in this response alone.',
        body: confirmAuthenticatorBody,
        response: { 200: recoveryCodesResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      await requireStaffAccount(request)
      // Somebody with the password may have begun a set-up before the student had a second factor.
      await requireIdentity(deps, request, reply)
      const recoveryCodes = await confirmAuthenticator(deps, request, request.body.code)
      await recordProof(deps, request, reply, { isSecondFactor: true })
      return { recoveryCodes }
    },
  )

  app.delete(
    '/api/users/me/authenticator',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Remove the authenticator app',
        description:
          'Confirm first that it is you, with `/api/auth/proof`. 409 for the last second factor of a moderator or admin.',
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      await requireIdentity(deps, request, reply)
      await accountTransaction(db, request, async (tx, account) => {
        if (!(await deleteAuthenticator(tx, account.id))) {
          throw new AppError('not_found', 'The app is already removed.')
        }
        await requireOtherFactor(tx, deps, account)
        await forgetSecondFactorUses(tx, account.id, request.selectorHash)
        await recordEvent(tx, 'second factor removed', account.id, readClient(request))
        await mailLoginChange(tx, deps, account, 'second factor removed')
      })
      jobs.wake()
      return reply.status(204).send()
    },
  )

  app.post(
    '/api/users/me/recovery-codes',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Make new recovery codes, as a moderator or admin',
        description:
          'Confirm first that it is you, with `/api/auth/proof`. The codes are in this response alone, and the old ones stop working. All other devices are asked for the second factor again.',
        response: { 200: recoveryCodesResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      await requireStaffAccount(request)
      await requireIdentity(deps, request, reply)
      const recoveryCodes = await accountTransaction(db, request, async (tx, account) => {
        if (!(await hasSecondFactor(tx, account.id))) {
          throw new AppError('wrong_status', 'Set up a second factor first.')
        }
        // Somebody else may have used one of the old codes.
        await forgetSecondFactorUses(tx, account.id, request.selectorHash)
        await recordEvent(tx, 'recovery codes made', account.id, readClient(request))
        await mailLoginChange(tx, deps, account, 'recovery codes made')
        return makeRecoveryCodes(tx, account.id)
      })
      jobs.wake()
      return { recoveryCodes }
    },
  )
}
