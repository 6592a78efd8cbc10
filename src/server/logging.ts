import type { FastifyServerOptions } from 'fastify'
import { errorStatus } from '#contract/errors.ts'
import type { Config } from './config.ts'
import type { App } from './http.ts'

/** Only named fields are ever logged: no header, body, query or address of a person can slip in. */
export function loggerOptions(config: Pick<Config, 'LOG_LEVEL' | 'NODE_ENV'>) {
  return {
    level: config.LOG_LEVEL,
    base: null,
    serializers: { err: describeError },
    ...(config.NODE_ENV === 'development' && {
      transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } },
    }),
  } satisfies FastifyServerOptions['logger']
}

function describeError(error: Error & { code?: string }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }
}

/** One line for each write and each failure; reads are logged at debug level only. */
export function requestLog(app: App) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    // Why something was unavailable has been said already.
    const failed = reply.statusCode >= 500 && reply.statusCode !== errorStatus.unavailable
    const level = failed ? 'warn' : method === 'GET' || method === 'HEAD' ? 'debug' : 'info'
    request.log[level](
      {
        reqId: request.id,
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}
