import { isbot } from 'isbot'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { visit } from '#contract/visits.ts'
import type { Config } from '../config.ts'
import type { App } from '../http/app-types.ts'
import { clientNetwork } from '../limits/client-network.ts'
import { createInMemoryRateLimit, perMinute, type RateLimitRule } from '../limits/rate-limit.ts'
import { dropQuery, type VisitLog } from './visit-log.ts'

const visitsPerNetwork: RateLimitRule = {
  name: 'visits',
  ...perMinute(600),
  message: 'Too many visits from your network.',
}

interface VisitDeps {
  config: Pick<Config, 'RATE_LIMIT'>
  visits: VisitLog
  now: () => number
}

export function visitRoutes(app: App, { config, visits, now }: VisitDeps) {
  const takeVisit = createInMemoryRateLimit(visitsPerNetwork, { enabled: config.RATE_LIMIT, now })

  app.post(
    '/api/logs',
    {
      schema: {
        tags: ['Visits'],
        summary: 'Count a visit to a page',
        description:
          'Only the number of visits per day and page is stored, for 90 days. Robots, recognized by the User-Agent header, are not counted; the user agent and the time in the body are ignored.',
        body: visit,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      takeVisit(clientNetwork(request.ip))
      // The header is checked, because the user agent in the body may be anything.
      if (isRobot(request.headers['user-agent'] ?? '')) return reply.status(204).send()
      visits.add({
        path: dropQuery(request.body.path),
        // The server's clock is used, because the client's may be wrong.
        visitedAt: now(),
        network: clientNetwork(request.ip),
        studentId: request.user?.id,
      })
      return reply.status(204).send()
    },
  )
}

/** Returns true for robots. isbot counts an empty user agent as a person, but every browser sends one. */
export const isRobot = (userAgent: string) => userAgent === '' || isbot(userAgent)
