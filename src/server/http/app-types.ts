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

/** The Fastify instance that routes are registered on, typed and validated by zod schemas. */
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
    /** Whether load shedding leaves the route alone, because it sends a file or is limited elsewhere. */
    skipLoadShedding?: boolean
    /**
     * Whether the route reads no user. A session cookie then costs no query, and the route works without a database.
     */
    skipSession?: boolean
  }
  interface FastifyInstance {
    /** "METHOD /path" of every route, in the order of registration. */
    routeList: readonly string[]
  }
  interface FastifyRequest {
    /** The user of the session cookie; null for visitors and for shared pages. */
    user: RequestUser | null
    /** The key of the user's session: writes check in their transaction that it has not ended. */
    selectorHash: string | null
    audience: Audience
    /** An API call of a page that its whole audience gets: nothing in the response may be for one person. */
    isForSharedPage: boolean
    /** The category versions as the session was looked up: at least as new as what the student has changed. */
    versions: Versions | undefined
    /** The version of what the student's threads show, as the session was looked up. */
    messageVersion: number | undefined
  }
}
