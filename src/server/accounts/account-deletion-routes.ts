import { z } from 'zod'
import { deleteAccountBody } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { clientNetwork } from '../limits/client-network.ts'
import { deleteAccount } from './account-deletion.ts'
import type { AccountDeps } from './account-deps.ts'
import { loggedInUser } from './session-hooks.ts'
import { findUser } from './user-queries.ts'

export function accountDeletionRoutes(app: App, deps: AccountDeps) {
  const { db, cookie, loginAttempts, passwordHasher } = deps

  app.delete(
    '/api/users/me',
    {
      config: { action: 'delete account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Remove the account and everything that names it',
        body: deleteAccountBody,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id, email } = loggedInUser(request)
      const attempt = { email, network: clientNetwork(request.ip) }
      const isConfirmed = await loginAttempts.run(attempt, async () => {
        const account = await findUser(db, id)
        return (await passwordHasher.matches(account?.passwordHash, request.body.password)) || null
      })
      if (!isConfirmed) {
        const message = 'Wrong password'
        throw new AppError('bad_request', message, { fields: { password: message } })
      }
      await deleteAccount(deps, { id, email }, request)
      await loginAttempts.reset(attempt)
      cookie.clear(reply)
      return reply.status(204).send()
    },
  )
}
