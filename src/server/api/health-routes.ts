import sql from 'sql-template-tag'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { version } from '#contract/version.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'

const healthResponse = z.object({ status: z.literal('ok'), version: z.string() })

export function healthRoutes(app: App, { db }: { db: Db }) {
  app.get(
    '/api/health',
    {
      // The health check skips load shedding: an orchestrator restarts a server that answers 503, but busy is not broken.
      config: { skipLoadShedding: true, skipSession: true, isServedDuringSetup: true },
      schema: {
        tags: ['Service'],
        summary: 'Whether this process can serve',
        response: { 200: healthResponse, '4xx': errorBody, 503: errorBody },
      },
    },
    async (_request, reply) => {
      try {
        await db.get(sql`SELECT 1 AS one`)
      } catch {
        throw new AppError('unavailable', 'The database cannot be reached.', {
          retryAfterSeconds: 5,
        })
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ok' as const, version })
    },
  )
}
