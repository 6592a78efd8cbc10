import type { FastifyReply, FastifyRequest } from 'fastify'

/** An onRequest hook: responses about one person must not be stored in any cache. */
export async function noStore(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
}
