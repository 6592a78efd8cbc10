import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET with side effects: guarded like a write, and refused to a prefetch. */
    changesState?: boolean
  }
}

type OriginSettings = Pick<Config, 'APP_URL' | 'appUrlIsSet' | 'PORT'>

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** CSRF protection: refuses writes whose Origin or Sec-Fetch-Site is another site. Clients that are no browsers send neither and are accepted. */
export function csrfHook(app: App, config: OriginSettings) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { method, headers, routeOptions } = request
    const { changesState } = routeOptions.config
    if (safeMethods.has(method) && !changesState) return done()
    if (changesState && isPrefetch(headers)) {
      return done(new AppError('forbidden', 'This address is not for fetching ahead.'))
    }
    if (!isSameSite(headers, (origin) => isOwnOrigin(origin, config, () => listeningPort(app)))) {
      return done(new AppError('forbidden', 'This request came from another site.'))
    }
    done()
  }
}

function isSameSite(headers: IncomingHttpHeaders, isOwn: (origin: string) => boolean) {
  if (headers.origin !== undefined) return isOwn(headers.origin)
  const site = headers['sec-fetch-site']
  // "none" is an address the user typed, or a bookmark.
  return site === undefined || site === 'same-origin' || site === 'none'
}

function isOwnOrigin(
  origin: string,
  config: OriginSettings,
  getListeningPort: () => number | undefined,
) {
  if (config.appUrlIsSet) return origin === config.APP_URL
  const port = config.PORT || getListeningPort()
  if (port) return loopbackHosts.some((host) => new URL(`http://${host}:${port}`).origin === origin)
  const { protocol, hostname } = URL.parse(origin) ?? {}
  return protocol === 'http:' && loopbackHosts.some((host) => host === hostname)
}

function isPrefetch(headers: IncomingHttpHeaders) {
  return [headers['sec-purpose'], headers.purpose, headers['x-moz']].some((value) =>
    String(value ?? '').includes('prefetch'),
  )
}

function listeningPort({ server }: App): number | undefined {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : undefined
}
