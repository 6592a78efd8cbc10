import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AnyCategory, categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { listQuery } from '#contract/list-query.ts'
import { listingInput } from '#contract/listing-input.ts'
import {
  contactResponse,
  listingResponse,
  listResponse,
  type OwnListing,
  userListingsResponse,
} from '#contract/listings.ts'
import { loggedInUser, requireStudent, requireUser } from '../accounts/session-hooks.ts'
import { sessionTransaction } from '../accounts/session-transaction.ts'
import { findUser } from '../accounts/user-queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { acceptedEncoding } from '../http/compression.ts'
import { idParams, parseId } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import type { IsOwnOrigin } from '../http/own-origin.ts'
import { sendResponse, textResponse } from '../http/prepared-response.ts'
import { sessionSecurity } from '../http/session-security.ts'
import { createPhotoAddressParser } from '../photos/photo-address.ts'
import { createPhotoCdnRewriter } from '../photos/photo-cdn.ts'
import type { CategoryVersions } from '../response-cache/category-versions.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { findViewsBySeller } from '../visits/view-queries.ts'
import { createListing } from './create-listing.ts'
import { deleteListing } from './delete-listing.ts'
import { listListings } from './list-listings.ts'
import { canSeeEmail, requireContactAccess, requiresSession } from './listing-access.ts'
import { findListing, findListingsOfSeller } from './listing-queries.ts'
import {
  presentContact,
  presentListing,
  presentWithEmail,
  presentWithheldEmail,
} from './present-listing.ts'
import { updateListing } from './update-listing.ts'

export interface ListingDeps {
  config: Pick<Config, 'LISTING_ACCESS' | 'PHOTO_URL'>
  db: Db
  versions: CategoryVersions
  responseCache: ResponseCache
  isOwnOrigin: IsOwnOrigin
  now: () => number
}

const maxListingsOfSeller = 500
const json = 'application/json; charset=utf-8'

/** For routes that check their input themselves; the schema then only documents it. */
const skipValidation = () => (value: unknown) => ({ value })

type RequestWithId = FastifyRequest<{ Params: { id: string } }>

export function listingRoutes(app: App, deps: ListingDeps) {
  for (const category of categories) categoryRoutes(app, category, deps)
}

function categoryRoutes(app: App, category: AnyCategory, deps: ListingDeps) {
  const { config, db, versions, responseCache, isOwnOrigin, now } = deps
  const { labels, messages, path } = category
  const tags = [labels.menu]
  const access = config.LISTING_ACCESS
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)
  const parsePhotoAddress = createPhotoAddressParser(config, isOwnOrigin)
  const listingsOfStudent: z.ZodType<OwnListing[]> = userListingsResponse[category.id]

  const dbFor = async ({ user }: FastifyRequest, version?: number): Promise<Db> =>
    user ? db : versions.dbForVisitors(category.id, version)

  async function requireListing(request: RequestWithId) {
    const id = parseId(request.params.id)
    const row = id && (await findListing(await dbFor(request), category.id, id))
    if (!row) throw new AppError('not_found', messages.notFound)
    return row
  }

  async function sendCached(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    build: (version: number) => Promise<object>,
  ) {
    const lookup = {
      key: `${category.id} ${key}`,
      encoding: acceptedEncoding(request.headers['accept-encoding']),
      versions: request.versions,
    }
    const { response } = await responseCache.get(lookup, async (current) => ({
      response: textResponse(json, JSON.stringify(await build(current[category.id]))),
      tags: [category.id],
    }))
    return sendResponse(request, reply, response)
  }

  /** An onRequest hook, so that ownership is checked before the body is validated. */
  const requireOwner = (action: string) => async (request: RequestWithId) => {
    const { seller_id } = await requireListing(request)
    if (seller_id !== loggedInUser(request).id) {
      throw new AppError('forbidden', `You can only ${action} your own listings.`)
    }
  }

  app.get(
    `/api/${path}`,
    {
      schema: {
        tags,
        summary: `Find ${labels.plural}`,
        querystring: listQuery[category.id],
        response: { 200: listResponse[category.id], '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { query } = request
      const list = async (version?: number) => {
        const page = await listListings(await dbFor(request, version), category, query)
        return { ...page, results: page.results.map(withCdnUrls) }
      }
      // Searches are seldom repeated, and would push everything else out of the cache.
      if (query.q !== undefined) return sendJson(reply, await list())
      // The key is the parsed query, so that two spellings of one list share an entry.
      return sendCached(request, reply, `list ${JSON.stringify(query)}`, list)
    },
  )

  app.get(
    `/api/${path}/:id`,
    {
      onRequest: requiresSession(access) ? requireStudent : [],
      schema: {
        tags,
        summary: `One ${labels.singular}`,
        params: idParams,
        response: { 200: listingResponse[category.id], '4xx': errorBody },
      },
      validatorCompiler: skipValidation,
    },
    async (request, reply) => {
      if (canSeeEmail(access, request)) {
        const listing = presentWithEmail(category, await requireListing(request))
        return sendJson(reply.header('cache-control', 'no-store'), withCdnUrls(listing))
      }
      const present = access === 'open' ? presentWithheldEmail : presentListing
      return sendCached(request, reply, `listing ${request.params.id}`, async () =>
        withCdnUrls(present(category, await requireListing(request))),
      )
    },
  )

  app.get(
    `/api/${path}/:id/contact`,
    {
      onRequest: [requireContactAccess(access), noStore],
      schema: {
        tags,
        summary: `How to reach the seller of a ${labels.singular}`,
        security: access === 'open' ? [] : sessionSecurity,
        params: idParams,
        response: { 200: contactResponse, '4xx': errorBody },
      },
    },
    async (request) => presentContact(await requireListing(request)),
  )

  app.post(
    `/api/${path}`,
    {
      onRequest: [requireUser, noStore],
      schema: {
        tags,
        summary: `Post a ${labels.singular}`,
        body: listingInput[category.id],
        response: { 201: listingResponse[category.id], '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const seller = loggedInUser(request)
      const context = { parsePhotoAddress, now: now() }
      const listing = await sessionTransaction(db, request, (tx) =>
        createListing(tx, category, seller, request.body, context),
      )
      reply.status(201)
      return withCdnUrls(listing)
    },
  )

  app.put(
    `/api/${path}/:id`,
    {
      onRequest: [requireUser, noStore, requireOwner('edit')],
      // Validated in the transaction, once omitted fields have their saved values.
      validatorCompiler: skipValidation,
      schema: {
        tags,
        summary: `Change a ${labels.singular}`,
        description: 'An optional field that is left out keeps its value; null clears it.',
        params: idParams,
        body: listingInput[category.id],
        response: { 200: listingResponse[category.id], '4xx': errorBody },
      },
    },
    async (request) => {
      const context = { parsePhotoAddress, now: now() }
      const listing = await sessionTransaction(db, request, (tx) =>
        updateListing(tx, category, Number(request.params.id), request.body, context),
      )
      return withCdnUrls(listing)
    },
  )

  app.delete(
    `/api/${path}/:id`,
    {
      onRequest: [requireUser, requireOwner('delete')],
      schema: {
        tags,
        summary: `Delete a ${labels.singular}`,
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const id = Number(request.params.id)
      await sessionTransaction(db, request, (tx) => deleteListing(tx, category, id))
      return reply.status(204).send()
    },
  )

  app.get(
    `/api/users/:id/${path}`,
    {
      schema: {
        tags,
        summary: `A student's ${labels.plural}, newest first`,
        params: idParams,
        response: { 200: listingsOfStudent, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { user, params } = request
      const sellerId = parseId(params.id)
      const readDb = await dbFor(request)
      const rows = sellerId
        ? await findListingsOfSeller(readDb, category.id, sellerId, maxListingsOfSeller)
        : []
      if (rows.length === 0 && !(sellerId && (await findUser(readDb, sellerId)))) {
        throw new AppError('not_found', 'Student not found.')
      }
      const listings = rows.map((row) => withCdnUrls(presentListing(category, row)))
      if (!user || user.id !== sellerId) return listings
      reply.header('cache-control', 'no-store')
      const views = await findViewsBySeller(db, user.id, now())
      return listings.map((listing) => ({ ...listing, views: views.get(listing.id) ?? 0 }))
    },
  )
}

/** Skips the response schema: what `presentListing` returns has only public fields. */
function sendJson(reply: FastifyReply, body: object) {
  return reply.type(json).send(JSON.stringify(body))
}
