import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { SessionUser } from '#contract/accounts.ts'

/** The Fastify instance that routes are registered on, typed and validated by zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Ignored on requests that arrive over a socket. */
export const pageRequestIdHeader = 'x-page-request-id'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempt from load shedding: served from memory, or limited elsewhere. */
    skipLoadShedding?: boolean
  }
  interface FastifyInstance {
    /** "METHOD /path" of every route, in the order of registration. */
    routeList: readonly string[]
  }
  interface FastifyRequest {
    /** Set from the session cookie before any route runs; null for visitors. */
    user: SessionUser | null
  }
}
