import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { readThreadBody, sendMessageBody, tellOthersResponse } from '#contract/messages.ts'
import type { App } from '../http/app-types.ts'
import { idParams } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../students/sessions/session-transaction.ts'
import type { MessageDeps } from './message-deps.ts'
import { markThreadRead } from './read-threads.ts'
import { sendMessage } from './send-message.ts'
import { tellOthersGone } from './tell-gone.ts'
import { createRequireThread } from './thread-access.ts'
import { threadStep } from './thread-step.ts'

const tags = ['Messages']

export function threadRoutes(app: App, deps: MessageDeps) {
  const { db, rateLimiter, now } = deps
  const requireThread = createRequireThread(deps)

  threadStep(app, deps, {
    url: '/api/threads/:id/messages',
    summary: 'Answer in a conversation',
    body: sendMessageBody,
    work: sendMessage,
  })

  app.post(
    '/api/threads/:id/tell-others',
    {
      config: { action: 'send message' },
      onRequest: [noStore, requireThread],
      schema: {
        tags,
        summary: 'Tell the other students who wrote about a sold listing that it is gone',
        description:
          'For its seller. `to_tell` of the conversation names them. Sent again, it tells nobody.',
        params: idParams,
        response: { 200: tellOthersResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const seller = loggedInUser(request)
      const threadId = Number(request.params.id)
      const told = await sessionTransaction(db, request, (tx) =>
        tellOthersGone(tx, rateLimiter, threadId, { seller, now: now() }),
      )
      return { told }
    },
  )

  app.post(
    '/api/threads/:id/read',
    {
      config: { action: 'read messages' },
      onRequest: [noStore, requireThread],
      schema: {
        tags,
        summary: 'You have read a conversation, up to a message',
        params: idParams,
        body: readThreadBody,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id: studentId } = loggedInUser(request)
      const threadId = Number(request.params.id)
      const upTo = request.body?.message_id
      await sessionTransaction(db, request, (tx) =>
        markThreadRead(tx, { threadId, studentId, upTo, now: now() }),
      )
      return reply.status(204).send()
    },
  )
}
