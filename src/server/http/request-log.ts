import type { FastifyServerOptions } from 'fastify'
import { statusByErrorCode } from '#contract/errors.ts'
import type { Config } from '../config.ts'
import { minuteMs } from '../durations.ts'
import type { App } from './app-types.ts'

/** Log calls pass named fields, never a whole request or error, so that headers, bodies and addresses stay out. */
export function loggerOptions(config: Pick<Config, 'LOG_LEVEL' | 'NODE_ENV'>) {
  return {
    level: config.LOG_LEVEL,
    base: null,
    serializers: { err: serializeError },
    ...(config.NODE_ENV === 'development' && {
      transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } },
    }),
  } satisfies FastifyServerOptions['logger']
}

/** Serializes an error. If it combines several errors, the log gets the stack of the first. */
function serializeError(error: Error & { code?: string }) {
  const [first = error]: Error[] = error instanceof AggregateError ? error.errors : []
  const { name, code, message } = error
  return { type: name, code, message, stack: first.stack ?? '' }
}

/**
 * Logs one line for each write and each failure. Reads are logged at debug level only. So are refused requests, or a
 * flood of logins would become a flood of lines: instead, one line a minute counts the requests beyond a rate limit, by
 * route.
 */
export function registerRequestLog(app: App) {
  const refusals = new Map<string, number>()

  function reportRefusals() {
    for (const [route, refused] of refusals) app.log.warn({ route, refused }, 'rate limited')
    refusals.clear()
  }

  const reportTimer = setInterval(reportRefusals, minuteMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(reportTimer)
    reportRefusals()
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const isRefusal = reply.statusCode === statusByErrorCode.too_many
    if (isRefusal) refusals.set(route, (refusals.get(route) ?? 0) + 1)
    // Another log line gives the reason of a 503.
    const isUnavailable = reply.statusCode === statusByErrorCode.unavailable
    const isFailure = reply.statusCode >= 500 && !isUnavailable
    const isRead = method === 'GET' || method === 'HEAD'
    const level = isFailure ? 'warn' : isRead || isRefusal || isUnavailable ? 'debug' : 'info'
    request.log[level](
      {
        method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request completed',
    )
    done()
  })
}
