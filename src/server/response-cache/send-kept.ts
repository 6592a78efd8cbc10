import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../http/compression.ts'
import { prepareTextResponse, sendResponse } from '../http/prepared-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** Returns a function that sends a text of this type, which is kept until a text of the site or the campus changes. */
export const createKeptSender =
  (responseCache: ResponseCache) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    build: () => string | Promise<string>,
  ) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const key = request.routeOptions.url ?? ''
    const { response } = await responseCache.get(
      { key, encoding, versions: request.versions },
      async () => ({ response: prepareTextResponse(type, await build()), tags: [] }),
    )
    return sendResponse(request, reply, response)
  }
