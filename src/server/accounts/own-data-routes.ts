import { z } from 'zod'
import { accountExport, deleteAccount } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http.ts'
import { addressGroup } from '../limits/client-address.ts'
import { type AccountParts, neverCached } from './account-parts.ts'
import { mailsTo, ownListings, ownResets, ownSessions, ownUploads } from './own-data-queries.ts'
import { removeAccount } from './own-data-removal.ts'
import { requireUser, signedInUser } from './session-hooks.ts'
import { findUser } from './user-queries.ts'

export function ownDataRoutes(app: App, parts: AccountParts) {
  const { db, cookie, guesses, passwords, now } = parts

  app.get(
    '/api/users/me/export',
    {
      onRequest: [requireUser, neverCached],
      schema: {
        tags: ['Accounts'],
        summary: 'Everything kept about the signed-in student',
        response: { 200: accountExport, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const user = signedInUser(request)
      const account = await findUser(db, user.id)
      reply.header('content-disposition', 'attachment; filename="quad-export.json"')
      return {
        exportedAt: new Date(now()).toISOString(),
        user: { ...user, joinedAt: new Date(account?.createdAt ?? 0).toISOString() },
        sessions: await ownSessions(db, user.id),
        resets: await ownResets(db, user.id),
        listings: await ownListings(db, user.id),
        uploads: await ownUploads(db, user.id),
        mails: await mailsTo(db, user.email),
      }
    },
  )

  app.delete(
    '/api/users/me',
    {
      onRequest: [requireUser, neverCached],
      schema: {
        tags: ['Accounts'],
        summary: 'Remove the account and everything that names it',
        body: deleteAccount,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id, email } = signedInUser(request)
      const guess = { email, address: addressGroup(request.ip) }
      const confirmed = await guesses.guarded(guess, async () => {
        const account = await findUser(db, id)
        return (await passwords.matches(account?.passwordHash, request.body.password)) || null
      })
      if (!confirmed) {
        const message = 'Wrong password'
        throw new AppError('bad_request', message, { fields: { password: message } })
      }
      await removeAccount(parts, { id, email, log: request.log })
      await guesses.forgive(guess)
      cookie.clear(reply)
      return reply.status(204).send()
    },
  )
}
