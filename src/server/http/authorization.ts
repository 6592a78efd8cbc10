import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { unauthenticated } from '../errors.ts'
import { type Policies, roleOf } from '../policies.ts'

/** 401 where only students may do what the route does, before its body is read. */
export function authorizationHook({ canTry }: Policies) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { action } = request.routeOptions.config
    const isAllowed = !action || canTry(roleOf(request), action)
    done(isAllowed ? undefined : unauthenticated())
  }
}
