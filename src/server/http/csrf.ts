import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { AppError } from '../errors.ts'
import type { IsOwnOrigin } from './own-origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is a GET with side effects. It is guarded like a write and refuses a prefetch. */
    changesState?: boolean
    /**
     * Whether the route accepts a form from any origin, because a secret token in it is the proof: the token of an
     * emailed link, or one that is bound to a cookie of the browser.
     */
    isProvenByToken?: boolean
    /** Whether the route reads and changes nothing, so that any site may lead to it. */
    hasNoEffect?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Protects against CSRF. It refuses writes from other sites, and writes from an image, a frame or a link, even on our
 * own pages. Clients other than browsers send none of these headers and are accepted.
 */
export function csrfHook(isOwnOrigin: IsOwnOrigin) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { method, headers, routeOptions } = request
    const { changesState, isProvenByToken, hasNoEffect } = routeOptions.config
    if (isProvenByToken || hasNoEffect || (safeMethods.has(method) && !changesState)) return done()
    if (changesState && isPrefetch(headers)) {
      return done(new AppError('forbidden', 'This address is not for fetching ahead.'))
    }
    if (!isSameSite(headers, isOwnOrigin)) {
      return done(new AppError('forbidden', 'This request came from another site.'))
    }
    if (!isFetch(headers)) {
      return done(new AppError('forbidden', 'This address is not for opening or embedding.'))
    }
    done()
  }
}

function isSameSite(headers: IncomingHttpHeaders, isOwnOrigin: IsOwnOrigin) {
  return headers.origin === undefined ? isFromOwnPage(headers) : isOwnOrigin(headers.origin)
}

/** Whether the request comes from one of our pages, from no page, or from no browser. */
export function isFromOwnPage({ 'sec-fetch-site': site }: IncomingHttpHeaders) {
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Whether fetch, XMLHttpRequest or sendBeacon made the request. Only their destination is "empty". */
function isFetch(headers: IncomingHttpHeaders) {
  const destination = headers['sec-fetch-dest']
  return destination === undefined || destination === 'empty'
}

/** Whether a tab opens the address, or no browser sends the request. */
export function isNavigation({ 'sec-fetch-dest': destination }: IncomingHttpHeaders) {
  return destination === undefined || destination === 'document'
}

function isPrefetch(headers: IncomingHttpHeaders) {
  return [headers['sec-purpose'], headers.purpose, headers['x-moz']].some((value) =>
    String(value ?? '').includes('prefetch'),
  )
}
