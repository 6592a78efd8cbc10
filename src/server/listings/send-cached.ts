import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { acceptedEncoding } from '../http/compression.ts'
import { pageExpiryHeader } from '../http/in-process.ts'
import { sendResponse, textResponse } from '../http/prepared-response.ts'
import { json } from '../http/send-json.ts'
import type { ListingDeps } from './listing-deps.ts'
import { sellerNamesFor } from './present-listing.ts'

/** Sends responses that are shared by all who see the same names, until something of the category changes. */
export function createCachedSender(
  category: AnyCategory,
  { responseCache }: Pick<ListingDeps, 'responseCache'>,
) {
  return {
    /** `expiresAt` is when the first listing of the response ends. */
    async sendCached(
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      build: () => Promise<{ body: object; expiresAt: number }>,
    ) {
      const lookup = {
        key: `${category.id} ${sellerNamesFor(request)} ${key}`,
        encoding: acceptedEncoding(request.headers['accept-encoding']),
        versions: request.versions,
      }
      const { response, expiresAt } = await responseCache.get(lookup, async () => {
        const { body, expiresAt } = await build()
        return {
          response: textResponse(json, JSON.stringify(body)),
          tags: [category.id],
          expiresAt,
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
