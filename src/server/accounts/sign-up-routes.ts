import { signUp, user } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http.ts'
import { addressGroup } from '../limits/client-address.ts'
import { signUpsFromOneAddress } from './account-limits.ts'
import { type AccountParts, neverCached } from './account-parts.ts'
import { findUserByEmail, insertUser } from './user-queries.ts'

export function signUpRoutes(app: App, { db, limiter, passwords, now }: AccountParts) {
  app.post(
    '/api/users',
    {
      onRequest: neverCached,
      schema: {
        tags: ['Accounts'],
        summary: 'Sign up with a university e-mail address',
        description: 'Opens no session: log in next.',
        body: signUp,
        response: { 201: user, '4xx': errorBody },
      },
    },
    async ({ body, ip }, reply) => {
      const { firstName, lastName, email, password } = body
      await limiter.take(db, signUpsFromOneAddress, addressGroup(ip))
      if (await findUserByEmail(db, email)) throw taken()
      const passwordHash = await passwords.hash(password)
      const created = await insertUser(db, {
        firstName,
        lastName,
        email,
        passwordHash,
        createdAt: now(),
      })
      if (!created) throw taken()
      return reply.status(201).send(created)
    },
  )
}

function taken() {
  const message = 'That email has been taken'
  return new AppError('conflict', message, { fields: { email: message } })
}
