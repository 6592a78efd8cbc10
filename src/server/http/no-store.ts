import type { FastifyReply, FastifyRequest } from 'fastify'

/** An onRequest hook for responses about one person, which no cache may store. */
export async function noStore(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
}
