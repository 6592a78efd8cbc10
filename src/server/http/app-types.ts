import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { RequestUser } from '#contract/accounts.ts'
import type { Audience } from '#contract/rendering.ts'
import type { Action } from '../policies.ts'
import type { Versions } from '../versions/category-versions.ts'

/** The Fastify instance on which routes are registered. Zod schemas type and validate them. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action that is checked before the route runs. */
    action?: Action
    /** Whether the route skips load shedding, because it sends a file or is limited elsewhere. */
    skipLoadShedding?: boolean
    /** Whether the route needs no user. A session cookie then costs no query, and the route works without a database. */
    skipSession?: boolean
  }
  interface FastifyInstance {
    /** "METHOD /path" of every route, in the order of registration. */
    routeList: readonly string[]
  }
  interface FastifyRequest {
    /** The user of the session cookie, or null for visitors and shared pages. */
    user: RequestUser | null
    /** The key of the user's session. Writes check in their transaction that the session has not ended. */
    selectorHash: string | null
    /** When the student of the session last used a second factor, here or before on this device. */
    secondFactorAt: number | null
    audience: Audience
    /** Whether a page for a whole audience makes this API call. The response must contain nothing for one person. */
    isForSharedPage: boolean
    /** The category versions, read together with the session. They are at least as new as the student's own changes. */
    versions: Versions | undefined
    /** The version of the student's threads, read together with the session. */
    messageVersion: number | undefined
  }
}
