import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { pagePaths } from '#contract/paths.ts'
import { unsubscribeLinkResponse, unsubscribeToken } from '#contract/unsubscribe-link.ts'
import type { KeyedHash } from '../app-secret.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { sendErrorPage } from '../http/send-error-page.ts'
import { findTopic, turnOff } from './unsubscribe.ts'
import { acceptUnsubscribeForms } from './unsubscribe-body.ts'

interface UnsubscribeDeps {
  db: Db
  keyedHash: KeyedHash
}

/** The same for what is deleted and for what never was: nobody learns which accounts there are. */
const deadLink =
  "This link doesn't work any more. If you deleted what it was about, we won't email you about it again."

/** The token proves who may unsubscribe; there is no session. It cannot be guessed, so tries are not counted. */
export function unsubscribeRoutes(app: App, { db, keyedHash }: UnsubscribeDeps) {
  app.get(
    '/api/unsubscribe-link',
    {
      config: { skipSession: true },
      onRequest: [noStore, noReferrer],
      schema: {
        tags: ['Accounts'],
        summary: 'Which emails the link of a mail ends',
        description: 'Changes nothing.',
        querystring: unsubscribeToken,
        response: { 200: unsubscribeLinkResponse, '4xx': errorBody },
      },
    },
    async ({ query }) => {
      const topic = await findTopic(db, query.token, keyedHash)
      if (!topic) throw new AppError('not_found', deadLink)
      return topic.link
    },
  )

  app.register(async (forms: App) => {
    acceptUnsubscribeForms(forms)
    forms.setErrorHandler(sendErrorPage)
    forms.post(
      '/unsubscribe',
      {
        config: { skipSession: true, isProvenByToken: true },
        onRequest: [noStore, noReferrer],
        schema: {
          hide: true,
          querystring: unsubscribeToken,
          body: z.object({ isOneClick: z.boolean() }).nullish(),
        },
      },
      async ({ query: { token }, body }, reply) => {
        const topic = await findTopic(db, token, keyedHash)
        if (topic) await turnOff(db, topic)
        if (body?.isOneClick) return answerMailClient(reply, topic !== undefined)
        // The page says what is off now, or what is wrong with the link.
        return reply.redirect(
          topic ? pagePaths.unsubscribed(token) : pagePaths.unsubscribe(token),
          303,
        )
      },
    )
  })
}

/**
 * Mail clients follow no redirect and show no page (RFC 8058). They take 2xx for done, so a dead link is a 404, which
 * they do not try again: 200 would be untrue for a link that was cut off.
 */
function answerMailClient(reply: FastifyReply, isDone: boolean) {
  return reply
    .status(isDone ? 200 : 404)
    .type('text/plain; charset=utf-8')
    .send(isDone ? "You're unsubscribed.\n" : `${deadLink}\n`)
}

/** The token is not passed on. */
function noReferrer(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
  reply.header('referrer-policy', 'no-referrer')
  done()
}
