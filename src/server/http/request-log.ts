import type { FastifyServerOptions } from 'fastify'
import { statusByErrorCode } from '#contract/errors.ts'
import type { Config } from '../config.ts'
import type { App } from './app-types.ts'

/** Log calls pass named fields, never a request or an error as it is: headers, bodies and addresses stay out. */
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

function serializeError(error: Error & { code?: string }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }
}

/** One line for each write and each failure; reads are logged at debug level only. */
export function registerRequestLog(app: App) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    // The error handler has logged the reason of a 503.
    const isFailure = reply.statusCode >= 500 && reply.statusCode !== statusByErrorCode.unavailable
    const level = isFailure ? 'warn' : method === 'GET' || method === 'HEAD' ? 'debug' : 'info'
    request.log[level](
      {
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request completed',
    )
    done()
  })
}
