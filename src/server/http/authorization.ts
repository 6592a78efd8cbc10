import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { RequestUser } from '#contract/accounts.ts'
import { type AppError, suspended, unauthenticated, unconfirmed } from '../errors.ts'
import { type Action, type Policies, roleOf } from '../policies.ts'
import { notFound } from './error-handler.ts'

/**
 * Checks the route's action before the body is read. It throws 401 where only students may do it, 404 where nobody else
 * may know about it, and 403 where the student is suspended or must confirm first.
 */
export function authorizationHook(policies: Policies) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { action } = request.routeOptions.config
    if (!action) return done()
    const role = roleOf(request)
    if (policies.canTry(role, action)) return done(findAccessError(policies, request.user, action))
    const isSecret = role !== 'visitor' && policies.isSecret(action)
    done(isSecret ? notFound() : unauthenticated())
  }
}

/** Why a student who may otherwise do this may not now. */
export function findAccessError(
  { isSuspendedFrom, isConfirmedFor }: Policies,
  user: RequestUser | null,
  action: Action,
): AppError | undefined {
  if (!user) return undefined
  const { suspension, confirmation } = user
  if (suspension && isSuspendedFrom(action)) return suspended(suspension.message)
  if (!isConfirmedFor(confirmation, action)) return unconfirmed()
}

/** A page that its whole audience gets never shows an address: it would end up in a cache. */
export function canReadContact(policies: Policies, request: FastifyRequest): boolean {
  const { user, isForSharedPage } = request
  if (isForSharedPage || !policies.can(roleOf(request), 'read contact')) return false
  return !user || policies.isConfirmedFor(user.confirmation, 'read contact')
}

/** `security` in the schema of a route that needs a session, where none of its hooks says so to `describeOperation`. */
export const sessionSecurity = [{ session: [] }]
