import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { categoryById } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { pagePaths } from '#contract/paths.ts'
import { searchLabel } from '#contract/search-label.ts'
import {
  type UnsubscribeLink,
  unsubscribeLinkResponse,
  unsubscribeToken,
} from '#contract/unsubscribe-link.ts'
import type { KeyedHash } from '../app-secret.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { sendErrorPage } from '../http/send-error-page.ts'
import { isTokenOf, type MailTopic, parseUnsubscribeToken } from '../mail/unsubscribe-links.ts'
import type { SavedSearchRow } from '../saved/searches/saved-search-queries.ts'
import { mailSettings } from '../students/mail-settings.ts'
import { findUser, updateAccount } from '../students/user-queries.ts'

interface UnsubscribeDeps {
  db: Db
  keyedHash: KeyedHash
}

/** The message is the same for deleted accounts and for those that never existed, so nobody learns which exist. */
const deadLink =
  "This link no longer works. If you deleted what it was about, you won't get any more emails about it."

/**
 * Adds routes without a session: the token proves who may unsubscribe. It cannot be guessed, so attempts are not
 * counted.
 */
export function unsubscribeRoutes(app: App, { db, keyedHash }: UnsubscribeDeps) {
  app.get(
    '/api/unsubscribe-link',
    {
      config: { skipSession: true },
      onRequest: [noStore, noReferrer],
      schema: {
        tags: ['Accounts'],
        summary: 'Which emails the link in an email turns off',
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
        // The page says what is turned off now, or what is wrong with the link.
        return reply.redirect(
          topic ? pagePaths.unsubscribed(token) : pagePaths.unsubscribe(token),
          303,
        )
      },
    )
  })
}

/**
 * Answers a mail client, which follows no redirect and shows no page (RFC 8058). Mail clients treat 2xx as done and do
 * not retry after a 404. A dead link gets a 404, because a 200 would claim that the student is unsubscribed.
 */
function answerMailClient(reply: FastifyReply, isDone: boolean) {
  return reply
    .status(isDone ? 200 : 404)
    .type('text/plain; charset=utf-8')
    .send(isDone ? "You're unsubscribed.\n" : `${deadLink}\n`)
}

/** Keeps the browser from sending the token in a Referer header. */
function noReferrer(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
  reply.header('referrer-policy', 'no-referrer')
  done()
}

interface FoundTopic extends MailTopic {
  /** Describes what the link turns off. */
  link: UnsubscribeLink
}

/**
 * Finds the topic of a token, and changes nothing. Returns undefined if the topic is deleted, or if this site did not
 * make the token.
 */
async function findTopic(
  db: Db,
  token: string,
  keyedHash: KeyedHash,
): Promise<FoundTopic | undefined> {
  const topic = parseUnsubscribeToken(token)
  const found = topic && (await readTopic(db, topic))
  if (!topic || !found) return undefined
  const { link, createdAt } = found
  return isTokenOf({ ...topic, createdAt }, token, keyedHash) ? { ...topic, link } : undefined
}

interface ReadTopic extends Pick<FoundTopic, 'link'> {
  createdAt: number
}

async function readTopic(db: Db, { kind, id }: MailTopic): Promise<ReadTopic | undefined> {
  if (kind === 'search') {
    const row = await findSearchById(db, id)
    if (!row) return undefined
    const search = searchLabel(categoryById[row.category], row.query)
    const description = 'emails about this search'
    const link = { kind, description, search, isOff: row.frequency === 'off' }
    return { link, createdAt: row.created_at }
  }
  const account = await findUser(db, id)
  if (!account) return undefined
  const { description, isOff } = mailSettings[kind]
  const link = { kind, description, search: null, isOff: isOff(account) }
  return { link, createdAt: account.createdAt }
}

/** Turns off this topic and no other. */
async function turnOff(db: Db, { kind, id }: MailTopic) {
  if (kind === 'search') await turnSearchOff(db, id)
  else await updateAccount(db, id, mailSettings[kind].off)
}

/** The largest body. No mail client sends more. */
const maxBodyBytes = 10_000

/** Accepts forms in both encodings that mail clients may use (RFC 8058, section 3.2). */
function acceptUnsubscribeForms(app: App) {
  app.removeAllContentTypeParsers()
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: maxBodyBytes },
      async ({ headers }: FastifyRequest, body: Buffer) => ({
        isOneClick: await isOneClick(body, headers['content-type'] ?? type),
      }),
    )
  }
}

/** Whether a mail client sent the body. Our pages send a different one, and an unreadable body is not a mail client's. */
async function isOneClick(body: Buffer, contentType: string): Promise<boolean> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const fields = await response.formData().catch(() => undefined)
  return fields?.get('List-Unsubscribe') === 'One-Click'
}

type MailedSearchRow = Pick<SavedSearchRow, 'category' | 'query' | 'frequency' | 'created_at'>

/** Finds a search of any student. The token of the link is the proof that the request is allowed. */
function findSearchById(db: Db, id: number): Promise<MailedSearchRow | undefined> {
  return db.get<MailedSearchRow>(sql`
    SELECT category, query, frequency, created_at FROM saved_searches WHERE id = ${id}`)
}

/** Turns the search off. It keeps its pause and the listings it has seen. */
async function turnSearchOff(db: Db, id: number) {
  await db.run(sql`UPDATE saved_searches SET frequency = 'off' WHERE id = ${id}`)
}
