import { z } from 'zod'
import { sessionUser } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { recoveryCodesResponse } from '#contract/identity-proof.ts'
import {
  addPasskeyBody,
  ownPasskey,
  passkeyAssertion,
  passkeyOptions,
  renamePasskeyBody,
} from '#contract/passkeys.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { mailLoginChange } from '../account-mails.ts'
import { readClient } from '../client.ts'
import { canLogInWithout, recordProof, requireIdentity } from '../reauthentication.ts'
import { forgetSecondFactorUses } from '../second-factor/second-factor-queries.ts'
import { requireOtherFactor } from '../second-factor/second-factor-routes.ts'
import { replaceSession } from '../sessions/session-routes.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import type { StudentDeps } from '../student-deps.ts'
import type { Account } from '../user-queries.ts'
import { deletePasskey, findPasskeys, renamePasskey } from './passkey-queries.ts'
import {
  addPasskey,
  createLoginOptions,
  createPasskeyOptions,
  logInWithPasskey,
} from './passkeys.ts'

const notFound = () => new AppError('not_found', 'This passkey is already removed.')

export function passkeyRoutes(app: App, deps: StudentDeps) {
  const { db, jobs, recordEvent } = deps

  app.post(
    '/api/auth/passkey/options',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Begin a login with a passkey',
        description:
          'The challenge works once, for five minutes, in the browser that asked for it.',
        response: { 200: passkeyOptions, '4xx': errorBody },
      },
    },
    async (request, reply) => ({ ...(await createLoginOptions(deps, request, reply)) }),
  )

  app.post(
    '/api/auth/passkey',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Log in with a passkey',
        body: passkeyAssertion,
        response: { 200: sessionUser, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const opened = await logInWithPasskey(deps, request, request.body)
      return replaceSession(deps, request, reply, opened)
    },
  )

  app.post(
    '/api/users/me/passkeys/options',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Begin to add a passkey',
        description: 'Confirm first that it is you, with `/api/auth/proof`.',
        response: { 200: passkeyOptions, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const account = await requireIdentity(deps, request, reply)
      return { ...(await createPasskeyOptions(deps, account, request, reply)) }
    },
  )

  app.post(
    '/api/users/me/passkeys',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Add the passkey that the browser has made',
        description: 'Confirm first that it is you, with `/api/auth/proof`.',
        body: addPasskeyBody,
        response: {
          201: recoveryCodesResponse.extend({ passkey: ownPasskey }),
          '4xx': errorBody,
        },
      },
    },
    async (request, reply) => {
      // The options may be older than the student's second factor, and a password was enough for them then.
      await requireIdentity(deps, request, reply)
      const { isSecondFactor, ...added } = await addPasskey(deps, request, request.body)
      if (isSecondFactor) await recordProof(deps, request, reply, { isSecondFactor })
      return reply.status(201).send(added)
    },
  )

  app.patch(
    '/api/users/me/passkeys/:id',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Rename a passkey',
        params: idParams,
        body: renamePasskeyBody,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const id = parseId(request.params.id)
      const { name } = request.body
      const isRenamed =
        id &&
        (await accountTransaction(db, request, (tx, { id: studentId }) =>
          renamePasskey(tx, { id, studentId, name }),
        ))
      if (!isRenamed) throw notFound()
      return reply.status(204).send()
    },
  )

  app.delete(
    '/api/users/me/passkeys/:id',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Remove a passkey',
        description:
          'Confirm first that it is you, with `/api/auth/proof`. 409 for the only way to log in.',
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const id = parseId(request.params.id)
      await requireIdentity(deps, request, reply)
      await accountTransaction(db, request, async (tx, account) => {
        await removePasskey(tx, account, { id, selectorHash: request.selectorHash })
        await recordEvent(tx, 'passkey removed', account.id, readClient(request))
        if (request.user?.confirmation === 'required') return
        await mailLoginChange(tx, deps, account, 'passkey removed')
      })
      jobs.wake()
      return reply.status(204).send()
    },
  )

  async function removePasskey(
    tx: Db,
    account: Account,
    { id, selectorHash }: { id: number | null | undefined; selectorHash: string | null },
  ) {
    const passkey = (await findPasskeys(tx, account.id)).find((each) => each.id === id)
    if (!passkey) throw notFound()
    if (!(await canLogInWithout({ ...deps, db: tx }, account, passkey.id))) {
      const message = 'This is your only way to log in. Add another one first.'
      throw new AppError('wrong_status', message)
    }
    await deletePasskey(tx, passkey.id)
    if (!passkey.verifiesUser) return
    await requireOtherFactor(tx, deps, account)
    await forgetSecondFactorUses(tx, account.id, selectorHash)
  }
}
