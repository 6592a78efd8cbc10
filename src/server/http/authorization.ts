import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { categories, isForConfirmed } from '#categories/index.ts'
import { mayNotPostMessage } from '#contract/account-rules.ts'
import type { RequestUser } from '#contract/accounts.ts'
import { keptCopyHeader } from '#contract/offline.ts'
import { AppError, suspended, unauthenticated, unconfirmed } from '../errors.ts'
import { type Action, type Policies, roleOf } from '../policies.ts'
import { notFound } from './error-handler.ts'

const paths = categories.filter(isForConfirmed).map(({ path }) => path)
const routeForConfirmed = new RegExp(`^/api/(?:users/:id/)?(?:${paths.join('|')})(?:/|$)`)

/** What authors can do with their own request even if they may no longer read those of others. */
const takingDown: readonly (Action | undefined)[] = ['delete listing', 'change status']

/**
 * Returns the actions that a route needs, the one that is checked first at the front. Every route of a category for
 * confirmed students needs one more, so that none can forget it.
 */
export function neededActions({ url = '', config }: NeededActionsOf): Action[] {
  const own = config?.action ? [config.action] : []
  const isForConfirmedOnly = routeForConfirmed.test(url) && !takingDown.includes(config?.action)
  return isForConfirmedOnly ? ['read student listing', ...own] : own
}

/** Whether the request reads the student's own listings of a category, for the dashboard. */
function isOwnList({ user, params, routeOptions: { url = '' } }: FastifyRequest): boolean {
  const { id } = (params ?? {}) as { id?: string }
  return user !== null && url.startsWith('/api/users/:id/') && id === String(user.id)
}

interface NeededActionsOf {
  url?: string | undefined
  config?: FastifyContextConfig | undefined
}

/**
 * Checks the route's actions before the body is read. It throws 401 if only students may do it, 404 if others must not
 * know about it, and 403 if the student is suspended, must confirm first, or needs a second factor.
 */
export function authorizationHook(policies: Policies) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { config } = request.routeOptions
    // Their own listings are all that an author needs in order to take a request down.
    const needed = isOwnList(request)
      ? neededActions({ config })
      : neededActions(request.routeOptions)
    for (const action of needed) {
      const error = findRefusal(policies, request, action)
      if (error) return done(error)
    }
    done()
  }
}

function findRefusal(
  policies: Policies,
  request: FastifyRequest,
  action: Action,
): AppError | undefined {
  const role = roleOf(request)
  const { user } = request
  if (policies.canTry(role, action)) return findAccessError(policies, user, action)
  // Staff know what the role allows, so they read why it does not count yet.
  if (user?.secondFactor && policies.isSecret(action)) return secondFactorError(user)
  const isSecret = role !== 'visitor' && policies.isSecret(action)
  return isSecret ? notFound() : unauthenticated()
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
 * the address. Nor does a copy that the service worker keeps: the student has not opened the listing, so no address may
 * count as seen.
 */
export function canReadContact(policies: Policies, request: FastifyRequest): boolean {
  const { user, headers, isForSharedPage } = request
  if (headers[keptCopyHeader] !== undefined) return false
  if (isForSharedPage || !policies.can(roleOf(request), 'read contact')) return false
  return !user || policies.isConfirmedFor(user.confirmation, 'read contact')
}

/** The `security` of a route that needs a session, if none of its hooks tells `describeOperation` so. */
export const sessionSecurity = [{ session: [] }]
