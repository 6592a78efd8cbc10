import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyCategory } from '#categories/index.ts'
import { toCents } from '#categories/stored-listing.ts'
import { duplicateDays } from '#contract/duplicates.ts'
import { duplicateErrorBody, errorBody } from '#contract/errors.ts'
import { fromInput, type Listing, toWire } from '#contract/listing.ts'
import { listingInput } from '#contract/listing-input.ts'
import { minDaysBetweenMovesToTop, soldVisibleDays } from '#contract/listing-status.ts'
import { listingResponse, postedResponse, statusInput } from '#contract/listings.ts'
import { newListingInput } from '#contract/new-listing-input.ts'
import { withArticle } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { runHooks } from '../../hooks.ts'
import type { App } from '../../http/app-types.ts'
import { findAccessError } from '../../http/authorization.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { skipValidation } from '../../http/skip-validation.ts'
import { createPhotoAddressParser } from '../../photos/photo-address.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import type { OwnerAction } from '../../policies.ts'
import { requireNoPause } from '../../students/restrictions/requests.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { lockCategory } from '../../versions/category-versions.ts'
import { changeStatus, renewListing } from '../lifecycle/change-status.ts'
import type { ListingDeps } from '../listing-deps.ts'
import type { ListingKey } from '../listing-queries.ts'
import { type RequestWithId, requireAllowed } from '../require-listing.ts'
import { locateSoon } from './locate-listing.ts'
import { postListing } from './post-listing.ts'
import { deleteListing, updateListing } from './update-listing.ts'

const ifMatchHeader = z.object({
  'if-match': z
    .string()
    .optional()
    .meta({ description: 'The `updated_at` of the listing that is changed, in quotes.' }),
})

export function listingWriteRoutes(app: App, category: AnyCategory, deps: ListingDeps) {
  const { config, policies, db, quotas, hooks, parts, isOwnOrigin, geocoder, jobs, now } = deps
  const { labels, path } = category
  const tags = [labels.menu]
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)
  const parsePhotoAddress = createPhotoAddressParser(config, isOwnOrigin)

  const present = (listing: Listing) => toWire(withCdnUrls(listing))
  const keyOf = ({ params }: RequestWithId): ListingKey => ({
    category: category.id,
    id: Number(params.id),
  })

  const requireOwner = (action: OwnerAction) => async (request: RequestWithId) => {
    await requireAllowed(category, request, action, deps)
  }

  /** The options of a route that acts on a listing: its config, and the check that runs before the body is read. */
  const onListing = (action: OwnerAction) => ({
    config: { action },
    onRequest: [noStore, requireOwner(action)],
  })

  /** Throws 403 if the body asks to make a listing available and the student still has to confirm or is suspended. */
  async function requirePublishingAllowed(request: FastifyRequest) {
    if (statusInput.safeParse(request.body).data?.status !== 'available') return
    const accessError = findAccessError(policies, loggedInUser(request), 'make available')
    if (accessError) throw accessError
  }

  /** Runs a change by the owner. The change also answers the question whether the listing is still there. */
  async function ownerTransaction<Result>(
    request: RequestWithId,
    work: (tx: Db, listing: ListingKey) => Promise<Result>,
  ): Promise<Result> {
    const result = await sessionTransaction(db, request, async (tx) => {
      const listing = keyOf(request)
      await requireNoPause(tx, loggedInUser(request).id, 'writing')
      const done = await work(tx, listing)
      const context = { appUrl: config.APP_URL, now: now() }
      await runHooks(hooks.ownerActed, tx, listing, context)
      return done
    })
    jobs.wake()
    return result
  }

  app.post(
    `/api/${path}`,
    {
      config: { action: 'post listing' },
      onRequest: noStore,
      schema: {
        tags,
        summary: `Post ${withArticle(labels.singular)}`,
        description: `409 \`duplicate\` names what its student posted or renewed in the last ${duplicateDays} days, if it has nearly the same title or the same first photo; \`anyway\` posts it all the same.`,
        body: newListingInput[category.id],
        response: {
          201: postedResponse[category.id],
          409: duplicateErrorBody,
          '4xx': errorBody,
        },
      },
    },
    async (request, reply) => {
      const seller = loggedInUser(request)
      await quotas.countSave(db, seller)
      const { anyway, ...input } = request.body
      const draft = fromInput(category.id, input)
      const context = {
        anyway,
        parsePhotoAddress,
        withCdnUrls,
        isTryOut: config.isTryOut,
        findEarlier: parts.findEarlier,
        located: await locateSoon(geocoder, category.id, { body: input, student: seller }),
        now: now(),
      }
      const { listing, ...posted } = await sessionTransaction(db, request, async (tx) => {
        await requireNoPause(tx, seller.id, 'writing')
        return quotas.limitPosts(tx, seller, () => postListing(tx, seller, draft, context))
      })
      if (context.located === 'later') jobs.wake()
      reply.status(201)
      return { ...present(listing), ...posted }
    },
  )

  app.put(
    `/api/${path}/:id`,
    {
      ...onListing('edit listing'),
      // The body is validated in the transaction, once omitted fields have their saved values.
      validatorCompiler: skipValidation,
      schema: {
        tags,
        summary: `Change ${withArticle(labels.singular)}`,
        description:
          'An optional field that is left out keeps its value; null clears it. With `If-Match`, a listing that was changed since is left as it is: 412 `changed`.',
        params: idParams,
        headers: ifMatchHeader,
        body: listingInput[category.id],
        response: { 200: listingResponse[category.id], '4xx': errorBody },
      },
    },
    async (request) => {
      const student = loggedInUser(request)
      await quotas.countSave(db, student)
      const ifMatch = request.headers['if-match']
      const { body } = request
      const located = await locateSoon(geocoder, category.id, { body, student })
      const context = { parsePhotoAddress, hooks, now: now(), ifMatch, located }
      const listing = await ownerTransaction(request, (tx, key) =>
        updateListing(tx, key, body, context),
      )
      return present(listing)
    },
  )

  app.post(
    `/api/${path}/:id/status`,
    {
      config: { action: 'change status' },
      onRequest: noStore,
      // These checks run once the body is parsed, because the body says which status is asked for. They check
      // permission before they look up the listing.
      preValidation: [requirePublishingAllowed, requireOwner('change status')],
      schema: {
        tags,
        summary: `Mark ${withArticle(labels.singular)} as available, pending or ${category.soldLabels.default.toLowerCase()}`,
        description: `Available and pending change into each other and into sold; sold goes back to available within ${soldVisibleDays} days. The price it went for is optional. Only its seller sees it. Ten or more such prices make a figure.`,
        params: idParams,
        body: statusInput,
        response: { 200: listingResponse[category.id], '4xx': errorBody },
      },
    },
    async (request) => {
      const { status, went_for } = request.body
      const wentForCents = went_for && toCents(went_for)
      const seller = loggedInUser(request)
      await quotas.countStatusChange(db, seller)
      const listing = await ownerTransaction(request, (tx, key) =>
        quotas.limitLive(tx, seller.id, () =>
          changeStatus(tx, key, status, now(), {
            wentForCents,
            findAcceptedPrice: async (db, id) => (await parts.findAcceptedPrices(db, [id])).get(id),
          }),
        ),
      )
      return present(listing)
    },
  )

  app.post(
    `/api/${path}/:id/renew`,
    {
      ...onListing('renew listing'),
      schema: {
        tags,
        summary: `Renew ${withArticle(labels.singular)}`,
        description: `It gets a new end, and an expired one is available again. Moves it to the top of the newest at most once in ${minDaysBetweenMovesToTop} days.`,
        params: idParams,
        response: { 200: listingResponse[category.id], '4xx': errorBody },
      },
    },
    async (request) => {
      const seller = loggedInUser(request)
      await quotas.countStatusChange(db, seller)
      const listing = await ownerTransaction(request, (tx, key) =>
        quotas.limitLive(tx, seller.id, () => renewListing(tx, key, now())),
      )
      return present(listing)
    },
  )

  app.delete(
    `/api/${path}/:id`,
    {
      ...onListing('delete listing'),
      schema: {
        tags,
        summary: `Delete ${withArticle(labels.singular)}`,
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const listing = keyOf(request)
      await sessionTransaction(db, request, async (tx) => {
        await requireNoPause(tx, loggedInUser(request).id, 'deleting')
        // The category is locked before the reports are read: a report that arrives now waits, and then finds no
        // listing.
        await lockCategory(tx, category.id)
        const context = { appUrl: config.APP_URL, now: now() }
        await runHooks(hooks.beforeDelete, tx, listing.id, context)
        await deleteListing(tx, listing, now())
      })
      jobs.wake()
      return reply.status(204).send()
    },
  )
}
