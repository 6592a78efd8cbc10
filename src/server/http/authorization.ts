import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { unauthenticated, unconfirmed } from '../errors.ts'
import { type Policies, roleOf } from '../policies.ts'

/** 401 where only students may do what the route does, 403 where they must confirm first; before the body is read. */
export function authorizationHook({ canTry, isConfirmedFor }: Policies) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { action } = request.routeOptions.config
    if (!action) return done()
    if (!canTry(roleOf(request), action)) return done(unauthenticated())
    const { user } = request
    done(user && !isConfirmedFor(user.confirmation, action) ? unconfirmed() : undefined)
  }
}
