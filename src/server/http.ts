import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { KeptAnswers } from './answers/kept-answers.ts'
import type { ListingCounters } from './listings/listing-counter.ts'
import type { VisitLog } from './visits/visit-log.ts'

/** The Fastify instance that routes are registered on: zod schemas type and check them. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The signed-in student, as every route sees them. */
export interface SessionUser {
  id: number
  firstName: string
  lastName: string
  email: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served whatever the load: it comes from memory, or has limits of its own. */
    isFile?: boolean
  }
  interface FastifyInstance {
    /** "METHOD /path" of every route, in the order of registration. */
    routeList: readonly string[]
    visits: VisitLog
    listingCounters: ListingCounters
    keptAnswers: KeptAnswers
  }
  interface FastifyRequest {
    /** Filled from the session cookie before any route runs; null for visitors. */
    user: SessionUser | null
  }
}
