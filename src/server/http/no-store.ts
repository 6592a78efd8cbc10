import type { FastifyReply, FastifyRequest } from 'fastify'
import { noStudent, studentHeader } from '#contract/offline.ts'

/** An onRequest hook for responses about one person, which no cache may store. */
export async function noStore(request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
  nameStudent(request, reply)
}

/**
 * Tells the service worker whose response it is, so that it forgets everybody else. Never call it for a response that a
 * shared cache may store.
 */
export function nameStudent({ user }: Pick<FastifyRequest, 'user'>, reply: FastifyReply) {
  reply.header(studentHeader, user ? String(user.id) : noStudent)
}
