import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { visit } from '#contract/visits.ts'
import type { Config } from '../config.ts'
import type { App } from '../http.ts'
import { addressGroup } from '../limits/client-address.ts'
import { createMemoryLimit } from '../limits/memory-limit.ts'
import type { VisitLog } from './visit-log.ts'

interface Parts {
  config: Pick<Config, 'RATE_LIMIT'>
  visits: VisitLog
  now: () => number
}

export function visitRoutes(app: App, { config, visits, now }: Parts) {
  const limit = createMemoryLimit({
    enabled: config.RATE_LIMIT,
    max: 600,
    windowMs: 60_000,
    sentence: 'Too many visits from your network.',
    now,
  })

  app.post(
    '/api/logs',
    {
      schema: {
        tags: ['Visits'],
        summary: 'Note that a page was visited',
        description: 'No address is kept with it, and it is deleted after 90 days.',
        body: visit,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      limit(addressGroup(request.ip))
      const { path, userAgent } = request.body
      visits.add({
        // A query may hold a reset token, and a visitor's clock may say anything.
        path: path.replace(/[?#].*$/s, ''),
        visitedAt: now(),
        userAgent,
        address: addressGroup(request.ip),
        userId: request.user?.id,
      })
      return reply.status(204).send()
    },
  )
}
