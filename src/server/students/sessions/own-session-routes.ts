import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { ownSession } from '#contract/own-account.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { readClient } from '../client.ts'
import type { StudentDeps } from '../student-deps.ts'
import { loggedInUser } from './session-hooks.ts'
import { deleteOtherSessions, deleteUserSession, findUserSessions } from './session-queries.ts'
import { isTokenHash } from './session-token.ts'
import { accountTransaction } from './session-transaction.ts'

/**
 * The devices where a student is logged in. A session's id is the hash of its selector, which opens nothing. The event
 * of an end names the device that was logged out.
 */
export function ownSessionRoutes(app: App, { db, cookie, recordEvent, now }: StudentDeps) {
  app.get(
    '/api/users/me/sessions',
    {
      config: { action: 'read account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Where you are logged in',
        response: { 200: z.array(ownSession), '4xx': errorBody },
      },
    },
    async (request) => {
      const sessions = await findUserSessions(db, loggedInUser(request).id, now())
      return sessions.map(({ selectorHash, device, createdAt, lastUsedAt }) => ({
        id: selectorHash,
        device,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        isCurrent: selectorHash === request.selectorHash,
      }))
    },
  )

  app.delete(
    '/api/users/me/sessions',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Log out everywhere but here',
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { selectorHash } = request
      await accountTransaction(db, request, async (tx, { id: userId }) => {
        for (const { device } of await deleteOtherSessions(tx, { userId, selectorHash })) {
          await recordEvent(tx, 'session end', userId, { ...readClient(request), device })
        }
      })
      return reply.status(204).send()
    },
  )

  app.delete(
    '/api/users/me/sessions/:id',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Log out on one device',
        description: 'Ending the session of the request itself logs out here.',
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await accountTransaction(db, request, async (tx, { id: userId }) => {
        const ended = isTokenHash(id)
          ? await deleteUserSession(tx, { userId, selectorHash: id })
          : undefined
        if (!ended) throw new AppError('not_found', "This device isn't logged in any more.")
        const { device } = ended
        await recordEvent(tx, 'session end', userId, { ...readClient(request), device })
      })
      if (id === request.selectorHash) cookie.clear(reply)
      return reply.status(204).send()
    },
  )
}
