import type { FastifyReply, FastifyRequest } from 'fastify'
import { noStudent, studentHeader } from '#contract/offline.ts'

/** An onRequest hook for responses about one person, which no cache may store. */
export async function noStore(request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
  nameStudent(request, reply)
}

/**
 * Tells the service worker whose response it is, so that it forgets everybody else. Never call it for a response that a
 * shared cache may store. A route that looks up no session cannot know who is logged in, so it names nobody.
 */
export function nameStudent(
  { user, routeOptions }: Pick<FastifyRequest, 'user' | 'routeOptions'>,
  reply: FastifyReply,
) {
  if (routeOptions.config.skipSession) return
  reply.header(studentHeader, user ? String(user.id) : noStudent)
}
