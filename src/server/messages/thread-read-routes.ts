import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { toWire } from '#contract/listing.ts'
import { cursorQuery, messagesResponse, type Thread, threadsResponse } from '#contract/messages.ts'
import { invalidInput } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { idParams, parseId } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { sendJson } from '../http/send-json.ts'
import { createPhotoCdnRewriter } from '../photos/photo-cdn.ts'
import { mayReadStudentListings } from '../policies.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import type { MessageDeps } from './message-deps.ts'
import type { ThreadOfListing } from './present-thread.ts'
import { readMessages, readThreads } from './read-threads.ts'
import { threadNotFound } from './thread-access.ts'

const tags = ['Messages']

/** The routes that a tab polls. The browser caches nothing: the tab itself sends the ETag of the data that it shows. */
export function threadReadRoutes(app: App, { config, db, now }: MessageDeps) {
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)
  const present = (thread: ThreadOfListing): Thread => ({
    ...thread,
    listing: thread.listing && toWire(withCdnUrls(thread.listing)),
  })

  /** Answers 304 if nothing has changed, without any query other than the session's. */
  async function answerUnchanged(request: FastifyRequest, reply: FastifyReply) {
    const etag = findUnchanged(request, now())
    if (etag) return reply.header('etag', etag).status(304).send()
  }

  app.get(
    '/api/threads',
    {
      config: { action: 'read messages' },
      onRequest: [noStore, answerUnchanged],
      schema: {
        tags,
        summary: 'Your conversations, the newest first',
        querystring: cursorQuery,
        response: { 200: threadsResponse, 304: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const page = { before: parseMessageCursor(request.query.cursor), now: now() }
      const { body, validUntil } = await readThreads(db, loggedInUser(request), page)
      reply.header('etag', threadEtag(request, validUntil))
      return sendJson(reply, { ...body, results: body.results.map(present) })
    },
  )

  app.get(
    '/api/threads/:id/messages',
    {
      config: { action: 'read messages' },
      onRequest: [noStore, answerUnchanged],
      schema: {
        tags,
        summary: 'The newest messages of a conversation, or those before a cursor',
        params: idParams,
        querystring: cursorQuery,
        response: { 200: messagesResponse, 304: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const id = parseId(request.params.id)
      if (!id) throw threadNotFound()
      const page = { before: parseMessageCursor(request.query.cursor), now: now() }
      const { body, validUntil } = await readMessages(db, loggedInUser(request), id, page)
      reply.header('etag', threadEtag(request, validUntil))
      return sendJson(reply, { ...body, thread: present(body.thread) })
    },
  )
}

/** Parses the cursor, which is the id of a message. */
function parseMessageCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const id = parseId(cursor)
  if (!id) throw invalidInput({ cursor: 'cursor must be the next or previous of a page' })
  return id
}

type Poll = Pick<FastifyRequest, 'user' | 'url' | 'messageVersion'>

/**
 * Returns the version that the session's query has read. It changes whenever the student's threads change, or the
 * listings and students that they show. The path and cursor in the result give each page a different tag. So does
 * whether the student may see housing requests.
 */
function versionOf({ user, url, messageVersion }: Poll): string {
  const page = url.replaceAll(/[^\w]+/g, '_')
  const audience = user && mayReadStudentListings(user) ? 'all' : 'public'
  return [page, user?.id, messageVersion, audience].join('-')
}

/**
 * The tag has the version of a response and the time until which it is valid, because listings and threads end by the
 * clock. The tag is weak because the compression hook encodes the response.
 */
const threadEtag = (request: Poll, validUntil: number): string =>
  `W/"${versionOf(request)}.${validUntil}"`

/** Returns the tag that the client sent, if it is still valid. */
function findUnchanged(
  request: Poll & { headers: { 'if-none-match'?: string } },
  now: number,
): string | undefined {
  const version = versionOf(request)
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  return tags?.find((tag) => {
    const [, tagVersion, validUntil] = /^W\/"(.*)\.(\d+)"$/.exec(tag) ?? []
    return tagVersion === version && now < Number(validUntil)
  })
}
