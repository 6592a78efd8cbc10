import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { mayNotPostMessage } from '#contract/account-rules.ts'
import type { RequestUser } from '#contract/accounts.ts'
import { AppError, suspended, unauthenticated, unconfirmed } from '../errors.ts'
import { type Action, type Policies, roleOf } from '../policies.ts'
import { notFound } from './error-handler.ts'

/**
 * Checks the route's action before the body is read. It throws 401 if only students may do it, 404 if others must not
 * know about it, and 403 if the student is suspended, must confirm first, or needs a second factor.
 */
export function authorizationHook(policies: Policies) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { action } = request.routeOptions.config
    if (!action) return done()
    const role = roleOf(request)
    if (policies.canTry(role, action)) return done(findAccessError(policies, request.user, action))
    const { user } = request
    // Staff know what the role allows, so they read why it does not count yet.
    if (user?.secondFactor && policies.isSecret(action)) return done(secondFactorError(user))
    const isSecret = role !== 'visitor' && policies.isSecret(action)
    done(isSecret ? notFound() : unauthenticated())
  }
}

const secondFactorError = ({ secondFactor }: Pick<RequestUser, 'secondFactor'>) =>
  new AppError(
    'second_factor',
    secondFactor === 'missing'
      ? 'Set up a second factor first. The moderation pages show how.'
      : 'Use your second factor first. The moderation pages ask for it.',
  )

/** Returns why a student who generally may do this may not do it now. */
export function findAccessError(
  { isSuspendedFrom, isConfirmedFor, isPosting, isPausedFrom }: Policies,
  user: RequestUser | null,
  action: Action,
): AppError | undefined {
  if (!user) return undefined
  const { suspension, confirmation, mayPost, pause } = user
  if (suspension && isSuspendedFrom(action)) return suspended(suspension.message)
  if (!isConfirmedFor(confirmation, action)) return unconfirmed()
  if (pause && isPausedFrom(action, pause)) return new AppError('forbidden', pause.message)
  if (!mayPost && isPosting(action)) return mayNotPost()
}

export const mayNotPost = () => new AppError('forbidden', mayNotPostMessage)

/**
 * Whether the request may see a seller's address. A page for a whole audience never does, because a cache would keep
 * the address.
 */
export function canReadContact(policies: Policies, request: FastifyRequest): boolean {
  const { user, isForSharedPage } = request
  if (isForSharedPage || !policies.can(roleOf(request), 'read contact')) return false
  return !user || policies.isConfirmedFor(user.confirmation, 'read contact')
}

/** The `security` of a route that needs a session, if none of its hooks tells `describeOperation` so. */
export const sessionSecurity = [{ session: [] }]
