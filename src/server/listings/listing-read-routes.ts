import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AnyCategory } from '#categories/index.ts'
import { errorBody, goneErrorBody } from '#contract/errors.ts'
import { listQuery } from '#contract/list-query.ts'
import { type Listing, ownToWire, toWire } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import {
  type CloseMatch,
  type ListPage,
  listingResponse,
  listResponse,
  maxSimilar,
  similarResponse,
  userListingsResponse,
  type WireListing,
  type WireOwnListing,
} from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { mapSlices } from '../database/room-data.ts'
import { hourMs, minuteMs, toIso } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { canReadContact } from '../http/authorization.ts'
import { idParams, parseId } from '../http/id-params.ts'
import { pageExpiryHeader } from '../http/in-process.ts'
import { noStore } from '../http/no-store.ts'
import { sendJson } from '../http/send-json.ts'
import { skipValidation } from '../http/skip-validation.ts'
import { createPhotoCdnRewriter } from '../photos/photo-cdn.ts'
import { canContact, roleOf, visibleUntil } from '../policies.ts'
import { findUser } from '../students/user-queries.ts'
import { isListingUnchanged, type Versions } from '../versions/category-versions.ts'
import { countViews } from '../visits/view-queries.ts'
import type { ListingDeps } from './listing-deps.ts'
import {
  findListingsOfSeller,
  type ListingKey,
  type ListingRow,
  type ListingRowWithEmail,
} from './listing-queries.ts'
import { findOfferSettings, noOfferSettings } from './posting/offer-settings.ts'
import {
  presentListing,
  presentWithEmail,
  sellerNamesFor,
  withDeal,
  withSale,
  withSellerFacts,
} from './present-listing.ts'
import { requireListing, requireRow } from './require-listing.ts'
import { countWithout } from './search/count-without.ts'
import { findSimilar } from './search/find-similar.ts'
import { listForgivingly } from './search/forgiving-list.ts'
import { createCachedSender, firstEnd } from './send-cached.ts'

const maxListingsOfSeller = 500

/** How many listings of a seller are presented before other requests run. */
const sellerSlice = 50

/** A list that lacks counts because of load is cached for this long, so that not every request counts again. */
const partialTtlMs = minuteMs

/**
 * Pages with signals are cached for this long. Photo signals depend on other listings, whose changes do not change the
 * version of this one.
 */
const signalsTtlMs = hourMs

export function listingReadRoutes(app: App, category: AnyCategory, deps: ListingDeps) {
  const { config, policies, db, parts, emptySearches, now } = deps
  const { labels, path } = category
  const tags = [labels.menu]
  const { sendCached } = createCachedSender(category, deps)
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)
  const listingsOfStudent: z.ZodType<(WireListing | WireOwnListing)[]> =
    userListingsResponse[category.id]
  const present = (listing: Listing) => toWire(withCdnUrls(listing))

  /** Presents a listing to one person, with the seller's address if this person may see it. */
  async function presentFor(request: FastifyRequest, row: ListingRowWithEmail): Promise<Listing> {
    const role = roleOf(request, row)
    const isReachable = canContact(role, row, now())
    const names = role === 'owner' ? 'own' : sellerNamesFor(request)
    const deals = role === 'owner' ? await parts.findAcceptedPrices(db, [row.id]) : undefined
    const withOwnSale = (listing: Listing) =>
      deals ? withDeal(withSale(listing, row), deals.get(row.id)) : listing
    if (!isReachable || !canReadContact(policies, request)) {
      return withOwnSale(presentListing(row, now(), names))
    }
    const { email } = await parts.revealSellerEmail(request, row)
    return withOwnSale(presentWithEmail({ ...row, email }, now(), names))
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
      const list = async () => {
        const names = sellerNamesFor(request)
        const { page, applied, ...found } = await listForgivingly(db, category, query, now(), names)
        const shown = [...page.results, ...(page.close ?? []).map(({ listing }) => listing)]
        const { close, ...rest } = page
        const body: ListBody = {
          ...rest,
          results: page.results.map(present),
          ...(close && {
            close: close.map(({ reason, listing }) => ({ reason, listing: present(listing) })),
          }),
        }
        const without = page.total === 0 ? await countWithout(db, category, applied) : undefined
        const { counts = {} } = without ?? {}
        const isComplete = found.isComplete && without?.isComplete !== false
        return {
          body: { ...body, ...(Object.keys(counts).length > 0 && { without: counts }) },
          expiresAt: Math.min(
            firstEnd(shown),
            isComplete ? Number.POSITIVE_INFINITY : now() + partialTtlMs,
          ),
        }
      }
      // Searches are not cached: they are rarely repeated, and would push everything else out of the cache.
      if (query.q !== undefined) {
        const { body, expiresAt } = await list()
        const q = unfoundWords(body) ?? query.q
        if (request.user && q !== '' && (body.total === 0 || q !== query.q)) {
          emptySearches.add({ q, studentId: request.user.id, searchedAt: now() })
        }
        if (request.isForSharedPage) reply.header(pageExpiryHeader, expiresAt)
        return sendJson(reply, body)
      }
      // The key is the parsed query, so two spellings of the same list share an entry.
      return sendCached(request, reply, `list ${JSON.stringify(query)}`, list)
    },
  )

  app.get(
    `/api/${path}/:id`,
    {
      config: { action: 'read listing' },
      schema: {
        tags,
        summary: `One ${labels.singular}`,
        params: idParams,
        response: { 200: listingResponse[category.id], '4xx': goneErrorBody },
      },
      validatorCompiler: skipValidation,
    },
    async (request, reply) => {
      // This includes students who may not see the address, because an owner's view is never cached.
      if (request.user || canReadContact(policies, request)) {
        const row = await requireListing(db, category, request, now())
        const listing = await presentFor(request, row)
        const facts = await parts.readPageFacts(db, row, now())
        await noStore(request, reply)
        return sendJson(reply, present({ ...withSellerFacts(listing, row, deps), ...facts }))
      }
      return sendCached(request, reply, `listing ${request.params.id}`, async () => {
        const row = await requireListing(db, category, request, now())
        const listing = policies.can('visitor', 'read contact')
          ? presentWithEmail({ ...row, email: null }, now(), sellerNamesFor(request))
          : presentListing(row, now(), sellerNamesFor(request))
        const facts = await parts.readPageFacts(db, row, now())
        return {
          body: present({ ...withSellerFacts(listing, row, deps), ...facts }),
          expiresAt: Math.min(visibleUntil(row), now() + signalsTtlMs),
          isUnchanged: createChangeCheck(db, { category: category.id, id: row.id }),
        }
      })
    },
  )

  app.get(
    `/api/${path}/:id/similar`,
    {
      schema: {
        tags,
        summary: `Up to ${maxSimilar} ${labels.plural} like this one`,
        description: 'Also of one that has ended.',
        params: idParams,
        response: { 200: similarResponse[category.id], '4xx': errorBody },
      },
      validatorCompiler: skipValidation,
    },
    async (request, reply) =>
      sendCached(request, reply, `similar ${request.params.id}`, async () => {
        const row = await requireRow(db, category, request)
        const results = await findSimilar(db, row, now(), sellerNamesFor(request))
        return { body: { results: results.map(present) }, expiresAt: firstEnd(results) }
      }),
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
      const seller_id = parseId(request.params.id)
      if (!seller_id || !(await findUser(db, seller_id))) {
        throw new AppError('not_found', 'Student not found.')
      }
      const isOwn = roleOf(request, { seller_id }) === 'owner'
      const rows = await findListingsOfSeller(db, category.id, seller_id, {
        onlyListed: !isOwn,
        limit: maxListingsOfSeller,
      })
      if (isOwn) await noStore(request, reply)
      const names = sellerNamesFor(request)
      const presentListed = async (slice: ListingRow[]) =>
        slice
          .map((row) => presentListing(row, now(), names))
          .filter(({ status }) => isListed(status))
          .map(present)
      return sendJson(reply, await mapSlices(rows, sellerSlice, isOwn ? presentOwn : presentListed))
    },
  )

  /** Presents listings to their seller. The dashboard makes a call for each category. */
  async function presentOwn(rows: ListingRow[]): Promise<object[]> {
    const ids = rows.map(({ id }) => id)
    const views = await countViews(db, ids, now())
    const favourites = await parts.countFavourites(db, ids)
    const moderation = await parts.findModeration(db, ids, now())
    const signals = await parts.readOwnSignals(db, rows, now())
    const offers = await findOfferSettings(db, ids)
    const deals = await parts.findAcceptedPrices(db, ids)
    return rows.map((row) =>
      ownToWire({
        ...withCdnUrls(
          withDeal(withSale(presentListing(row, now(), 'own'), row), deals.get(row.id)),
        ),
        statusSince: toIso(row.status_changed_at),
        views: views.get(row.id) ?? 0,
        favourites: favourites.get(row.id) ?? 0,
        signals: signals.get(row.id) ?? [],
        moderation: moderation.get(row.id) ?? null,
        offers: offers.get(row.id) ?? noOfferSettings,
      }),
    )
  }
}

type ListBody = Omit<ListPage, 'results' | 'close'> & {
  results: object[]
  close?: CloseMatch<object>[]
}

/** Returns the words that were left out or, if nothing was found, those that did not become filters. */
const unfoundWords = ({ understood, total }: ListBody): string | undefined =>
  total === 0 ? understood?.q : understood?.dropped.join(' ') || undefined

/** Returns a check for the cache. It is made outside the route, because a closure there would keep the request. */
const createChangeCheck = (db: Db, listing: ListingKey) => (since: Versions) =>
  isListingUnchanged(db, listing, since[listing.category])
