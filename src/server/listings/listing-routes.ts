import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AnyCategory, categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { listQuery } from '#contract/list-query.ts'
import { listingInput } from '#contract/listing-input.ts'
import {
  listAnswer,
  listingAnswer,
  type OwnListing,
  userListingsAnswer,
} from '#contract/listings.ts'
import { requireUser, signedInUser } from '../accounts/session-hooks.ts'
import { findUser } from '../accounts/user-queries.ts'
import { sendAnswer, sendText, textAnswer } from '../answers/answer.ts'
import { exactWords } from '../answers/repeated-questions.ts'
import { acceptedEncoding } from '../compression.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http.ts'
import { publicPhotos } from '../photos/public-photos.ts'
import { viewsOfSeller } from '../visits/view-queries.ts'
import { createListing } from './create-listing.ts'
import { deleteListing } from './delete-listing.ts'
import { maySeeEmail, needsSession } from './listing-access.ts'
import { findListing, type ListingRow, listingsOfSeller } from './listing-queries.ts'
import { createListingTexts } from './listing-texts.ts'
import { presentListing, presentWithEmail } from './present-listing.ts'
import { updateListing } from './update-listing.ts'

export interface ListingParts {
  config: Pick<Config, 'LISTING_ACCESS' | 'PHOTO_URL'>
  db: Db
  now: () => number
}

const mostOfOneSeller = 500
const memoryForTexts = 32 * 1024 * 1024
const json = 'application/json; charset=utf-8'
const idInPath = z.object({ id: z.string() })

const anythingGoes = () => (value: unknown) => ({ value })

type WithId = FastifyRequest<{ Params: { id: string } }>

export function listingRoutes(app: App, parts: ListingParts) {
  const shown = publicPhotos(parts.config.PHOTO_URL)
  const texts = createListingTexts({ bytes: memoryForTexts, shown })
  for (const category of categories) routesOf(app, category, { ...parts, shown, texts })
}

type Parts = ListingParts & {
  shown: ReturnType<typeof publicPhotos>
  texts: ReturnType<typeof createListingTexts>
}

function routesOf(app: App, category: AnyCategory, { config, db, now, shown, texts }: Parts) {
  const { labels, messages, path } = category
  const tags = [labels.menu]
  const access = config.LISTING_ACCESS
  const listingsOfStudent: z.ZodType<OwnListing[]> = userListingsAnswer[category.id]

  async function listingIn(request: WithId): Promise<ListingRow> {
    const id = idFrom(request.params.id)
    const from = request.user ? db : await app.listingCounters.visitorsDb(category.id)
    const row = id && (await findListing(from, category.id, id))
    if (!row) throw new AppError('not_found', messages.notFound)
    return row
  }

  /** The same answer for everyone who asks for it, until a listing of the category changes. */
  async function sendKept(
    request: FastifyRequest,
    reply: FastifyReply,
    what: string,
    make: (count: number) => Promise<string>,
  ) {
    const asked = {
      key: `${category.id} ${what}`,
      encoding: acceptedEncoding(request.headers['accept-encoding']),
      fresh: request.user !== null,
      categories: [category.id],
      words: exactWords(request.raw),
    }
    const answer = await app.keptAnswers.get(asked, async ([count = 0]) => {
      return { answer: textAnswer(json, await make(count)), shows: [category.id] }
    })
    return sendAnswer(request, reply, answer)
  }

  /** Before the body is read: who may not change a listing is not told what is wrong with the body. */
  const requireOwner = (doing: string) => async (request: WithId) => {
    const { seller_id } = await listingIn(request)
    if (seller_id !== signedInUser(request).id) {
      throw new AppError('forbidden', `You can only ${doing} your own listings.`)
    }
  }

  app.get(
    `/api/${path}`,
    {
      schema: {
        tags,
        summary: `Find ${labels.plural}`,
        querystring: listQuery[category.id],
        response: { 200: listAnswer[category.id], '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { query, user } = request
      const list = async (count: number) => {
        const from = user ? db : await app.listingCounters.visitorsDb(category.id, count)
        return texts.page(from, category, query, count)
      }
      // What people type is seldom the same twice.
      if (query.q !== undefined) {
        const count = await app.listingCounters.read(category.id, { fresh: user !== null })
        return sendText(reply, json, await list(count))
      }
      // By what was understood, so that no spelling of one list can pass for another.
      return sendKept(request, reply, `list ${JSON.stringify(query)}`, list)
    },
  )

  app.get(
    `/api/${path}/:id`,
    {
      onRequest: needsSession(access) ? [requireUser] : [],
      schema: {
        tags,
        summary: `One ${labels.singular}`,
        params: idInPath,
        response: { 200: listingAnswer[category.id], '4xx': errorBody },
      },
      validatorCompiler: anythingGoes,
    },
    async (request, reply) => {
      const { user, params } = request
      const present = maySeeEmail(access, user) ? presentWithEmail : presentListing
      const listing = async () => JSON.stringify(shown(present(category, await listingIn(request))))
      if (user) return sendText(reply, json, await listing())
      return sendKept(request, reply, `listing ${params.id}`, listing)
    },
  )

  app.post(
    `/api/${path}`,
    {
      onRequest: requireUser,
      schema: {
        tags,
        summary: `Post a ${labels.singular}`,
        body: listingInput[category.id],
        response: { 201: listingAnswer[category.id], '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const seller = signedInUser(request)
      reply.status(201)
      return shown(await createListing(db, category, seller, request.body, now()))
    },
  )

  app.put(
    `/api/${path}/:id`,
    {
      onRequest: [requireUser, requireOwner('edit')],
      // What is left out is filled in first, in the transaction; then the body is checked.
      validatorCompiler: anythingGoes,
      schema: {
        tags,
        summary: `Change a ${labels.singular}`,
        description: 'An optional field that is left out keeps its value; null clears it.',
        params: idInPath,
        body: listingInput[category.id],
        response: { 200: listingAnswer[category.id], '4xx': errorBody },
      },
    },
    async (request) =>
      shown(await updateListing(db, category, Number(request.params.id), request.body, now())),
  )

  app.delete(
    `/api/${path}/:id`,
    {
      onRequest: [requireUser, requireOwner('delete')],
      schema: {
        tags,
        summary: `Delete a ${labels.singular}`,
        params: idInPath,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      await deleteListing(db, category, Number(request.params.id))
      return reply.status(204).send()
    },
  )

  app.get(
    `/api/users/:id/${path}`,
    {
      schema: {
        tags,
        summary: `A student's ${labels.plural}, newest first`,
        params: idInPath,
        response: { 200: listingsOfStudent, '4xx': errorBody },
      },
    },
    async ({ params, user }) => {
      const sellerId = idFrom(params.id)
      const from = user ? db : await app.listingCounters.visitorsDb(category.id)
      const rows = sellerId
        ? await listingsOfSeller(from, category.id, sellerId, mostOfOneSeller)
        : []
      if (rows.length === 0 && !(sellerId && (await findUser(from, sellerId)))) {
        throw new AppError('not_found', 'Student not found.')
      }
      const listings = rows.map((row) => shown(presentListing(category, row)))
      if (!user || user.id !== sellerId) return listings
      const views = await viewsOfSeller(db, user.id, now())
      return listings.map((listing) => ({ ...listing, views: views.get(listing.id) ?? 0 }))
    },
  )
}

/** Only as this server writes ids: "01", "1e3" and "+1" lead nowhere. */
function idFrom(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
