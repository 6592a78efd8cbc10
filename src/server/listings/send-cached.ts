import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { acceptedEncoding } from '../http/compression.ts'
import { pageExpiryHeader } from '../http/in-process.ts'
import { prepareTextResponse, sendResponse } from '../http/prepared-response.ts'
import { json } from '../http/send-json.ts'
import type { BuiltResponse } from '../response-cache/response-cache.ts'
import type { ListingDeps } from './listing-deps.ts'
import { sellerNamesFor } from './present-listing.ts'

type CachedUntil = Required<Pick<BuiltResponse, 'expiresAt'>> & Pick<BuiltResponse, 'isUnchanged'>

/** Sends cached responses. All readers who see the same form of names share them, until the category changes. */
export function createCachedSender(
  category: AnyCategory,
  { responseCache }: Pick<ListingDeps, 'responseCache'>,
) {
  return {
    /** Sends the response of this key, and builds it if necessary. `expiresAt` is when its first listing ends. */
    async sendCached(
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      build: () => Promise<{ body: object } & CachedUntil>,
    ) {
      const lookup = {
        key: `${category.id} ${sellerNamesFor(request)} ${key}`,
        encoding: acceptedEncoding(request.headers['accept-encoding']),
        versions: request.versions,
      }
      const { response, expiresAt } = await responseCache.get(lookup, async () => {
        const { body, ...until } = await build()
        return {
          response: prepareTextResponse(json, JSON.stringify(body)),
          tags: [category.id],
          ...until,
        }
      })
      if (request.isForSharedPage) reply.header(pageExpiryHeader, expiresAt)
      return sendResponse(request, reply, response)
    },
  }
}

/** Returns when the first of the listings ends. */
export function firstEnd(listings: readonly Pick<Listing, 'endsAt'>[]): number {
  return Math.min(...listings.map(({ endsAt }) => Date.parse(endsAt)))
}
