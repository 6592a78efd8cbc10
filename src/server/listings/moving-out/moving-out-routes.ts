import type { FastifyRequest } from 'fastify'
import { errorBody } from '#contract/errors.ts'
import { toWire } from '#contract/listing.ts'
import { isListed, isTakenDown, statusAt } from '#contract/listing-status.ts'
import {
  type MovingSale,
  movingSaleChange,
  movingSaleInput,
  movingSaleResponse,
} from '#contract/moving-out.ts'
import type { Db } from '../../database/database.ts'
import { toIsoOrNull } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import type { App } from '../../http/app-types.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { createPhotoAddressParser } from '../../photos/photo-address.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import { requireNoPause } from '../../students/restrictions/requests.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { lockCategory } from '../../versions/category-versions.ts'
import type { ListingDeps } from '../listing-deps.ts'
import { findListingsByIds } from '../listing-queries.ts'
import { updateDescription } from '../posting/update-listing.ts'
import { sellerNamesFor } from '../present-listing.ts'
import type { RequestWithId } from '../require-listing.ts'
import { readListed } from '../search/list-listings.ts'
import {
  findMovingItems,
  findMovingSale,
  type MovingSaleRow,
  readBundle,
  toBundle,
  updateMovingSale,
} from './moving-sale-queries.ts'
import { changedDescription, postMovingSale, readFreeUntil, toDrafts } from './post-moving-sale.ts'

const tags = ['Moving out']

/** Adds the routes that post several items at once, and show them on one page. */
export function movingOutRoutes(app: App, deps: ListingDeps) {
  const { config, db, quotas, parts, hooks, isOwnOrigin, jobs, now } = deps
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)
  const parsePhotoAddress = createPhotoAddressParser(config, isOwnOrigin)

  async function requireSale(from: Db, { params }: RequestWithId): Promise<MovingSaleRow> {
    const id = parseId(params.id)
    const sale = id && (await findMovingSale(from, id))
    if (!sale) throw new AppError('not_found', "This page doesn't exist.")
    return sale
  }

  /** Presents the things that are still listed. Throws 410 once there are none. */
  async function present(from: Db, sale: MovingSaleRow, request: FastifyRequest) {
    const ids = await findMovingItems(from, sale.id)
    const listings = await readListed(from, ids, now(), sellerNamesFor(request))
    const [first] = listings
    if (!first) throw new AppError('gone', 'Everything on this page is gone.')
    const response: MovingSale = {
      id: sale.id,
      seller: first.seller,
      place: sale.place,
      pickup_window: sale.pickup_window,
      free_until: toIsoOrNull(sale.free_until),
      bundle: readBundle(sale, listings.map(toId)),
      gone_count: ids.length - listings.length,
      items: listings.map((listing) => toWire(withCdnUrls(listing))) as MovingSale['items'],
    }
    return response
  }

  /**
   * Changes the texts that its seller has not changed. What moderators took down stays as it is. The seller has acted on
   * what is changed or still listed, as with an edit of each.
   */
  async function changeItems(tx: Db, before: MovingSaleRow, after: MovingSaleRow) {
    const context = { hooks, now: now() }
    const rows = await findListingsByIds(tx, await findMovingItems(tx, before.id))
    // In the order of ids, because the hooks lock rows of each listing.
    for (const row of rows.toSorted((a, b) => a.id - b.id)) {
      if (isTakenDown(row.status)) continue
      const description = changedDescription(row.description, before, after) ?? row.description
      const isChanged = description !== row.description
      if (isChanged) await updateDescription(tx, row, description, context)
      if (isChanged || isListed(statusAt(row, now()))) {
        await runHooks(hooks.ownerActed, tx, row, { appUrl: config.APP_URL, now: now() })
      }
    }
  }

  app.post(
    apiRoot,
    {
      config: { action: 'post listing' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Post several items at once',
        description:
          'All of them or none. Each becomes an item with the place and the window in its description. Free items end at `free_until`. 400 has `fields` such as `items.2.title`. 409 `duplicate` names an item that was posted before; `anyway` posts all the same.',
        body: movingSaleInput,
        response: { 201: movingSaleResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const seller = loggedInUser(request)
      const { body: sale } = request
      await quotas.countSave(db, seller)
      const freeUntil = readFreeUntil(sale, now())
      const drafts = toDrafts(sale, freeUntil, now())
      const context = {
        ...{ anyway: sale.anyway, parsePhotoAddress, withCdnUrls, isTryOut: config.isTryOut },
        ...{ findEarlier: parts.findEarlier, quotas, freeUntil, now: now() },
      }
      const posted = await sessionTransaction(db, request, async (tx) => {
        await requireNoPause(tx, seller.id, 'writing')
        const id = await postMovingSale(tx, seller, { sale, drafts }, context)
        return findMovingSale(tx, id)
      })
      jobs.wake()
      if (!posted) throw new Error('The sale was not found after posting.')
      reply.status(201)
      return present(db, posted, request)
    },
  )

  app.get(
    `${apiRoot}/:id`,
    {
      config: { action: 'read listing' },
      // The response is not cached: it depends on the listings and the name of its seller.
      onRequest: noStore,
      schema: {
        tags,
        summary: 'The items on a moving-out page',
        description: 'Those that are still listed. 410 once all of them are gone.',
        params: idParams,
        response: { 200: movingSaleResponse, '4xx': errorBody },
      },
    },
    async (request) => present(db, await requireSale(db, request), request),
  )

  app.patch(
    `${apiRoot}/:id`,
    {
      config: { action: 'edit listing' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Change the place, the window or the price for all of it',
        description:
          'A field that is left out keeps its value. Descriptions that still have the old place and window get the new ones. The price counts for the items that are left then. Null means that there is none.',
        params: idParams,
        body: movingSaleChange,
        response: { 200: movingSaleResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const seller = loggedInUser(request)
      await quotas.countSave(db, seller)
      const { bundle_price: price, ...pickup } = request.body
      const response = await sessionTransaction(db, request, async (tx) => {
        await requireNoPause(tx, seller.id, 'writing')
        // Locked before the sale is read, or the second of two changes would write back what the first has changed.
        await lockCategory(tx, 'misc')
        const sale = await requireSale(tx, request)
        if (sale.seller_id !== seller.id) {
          throw new AppError('forbidden', 'You can only change your own page.')
        }
        const { items } = await present(tx, sale, request)
        const bundle = price === undefined ? {} : toBundle(price, items.map(toId))
        const changed = { ...sale, ...pickup, ...bundle }
        await updateMovingSale(tx, sale.id, changed)
        await changeItems(tx, sale, changed)
        return present(tx, await requireSale(tx, request), request)
      })
      jobs.wake()
      return response
    },
  )
}

const toId = ({ id }: { id: number }) => id

const apiRoot = '/api/moving-out'
