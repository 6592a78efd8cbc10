import { signUpBody, userResponse } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { clientNetwork } from '../limits/client-network.ts'
import type { AccountDeps } from './account-deps.ts'
import { signUpsPerNetwork } from './account-rate-limits.ts'
import { findUserByEmail, insertUser } from './user-queries.ts'

export function signUpRoutes(app: App, { db, rateLimiter, passwordHasher, now }: AccountDeps) {
  app.post(
    '/api/users',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Sign up with a university e-mail address',
        description: 'Opens no session: log in next.',
        body: signUpBody,
        response: { 201: userResponse, '4xx': errorBody },
      },
    },
    async ({ body, ip }, reply) => {
      const { firstName, lastName, email, password } = body
      await rateLimiter.take(db, signUpsPerNetwork, clientNetwork(ip))
      if (await findUserByEmail(db, email)) throw emailTaken()
      const passwordHash = await passwordHasher.hash(password)
      const created = await insertUser(db, {
        firstName,
        lastName,
        email,
        passwordHash,
        createdAt: now(),
      })
      if (!created) throw emailTaken()
      return reply.status(201).send(created)
    },
  )
}

function emailTaken() {
  const message = 'That email has been taken'
  return new AppError('conflict', message, { fields: { email: message } })
}
