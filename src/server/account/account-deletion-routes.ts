import { z } from 'zod'
import { deleteAccountBody } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { requirePassword } from '../students/passwords/require-password.ts'
import { deleteAccount } from './account-deletion.ts'
import type { AccountDeps } from './account-deps.ts'

export function accountDeletionRoutes(app: App, deps: AccountDeps) {
  const { cookie, deviceCookie, loginAttempts } = deps

  app.delete(
    '/api/users/me',
    {
      config: { action: 'delete account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Remove the account and everything that names it',
        description: '409 for the only admin: somebody else has to become one first.',
        body: deleteAccountBody,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { email } = await requirePassword(deps, request, {
        name: 'password',
        password: request.body.password,
      })
      await deleteAccount(deps, request)
      await loginAttempts.reset(await deviceCookie.readAttempt(request, email))
      cookie.clear(reply)
      return reply.status(204).send()
    },
  )
}
