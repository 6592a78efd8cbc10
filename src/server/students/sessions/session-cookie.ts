import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { hostCookie } from './host-cookie.ts'
import { formatToken, parseToken, type SessionToken } from './session-token.ts'

export const sessionCookieName = (appUrl: string) => hostCookie(appUrl, 'quad').name

export function createSessionCookie({ APP_URL }: Pick<Config, 'APP_URL'>) {
  const { name, options } = hostCookie(APP_URL, 'quad')
  return {
    read: (request: FastifyRequest) => parseToken(request.cookies[name]),
    set(reply: FastifyReply, token: SessionToken, maxAgeMs: number) {
      reply.setCookie(name, formatToken(token), { ...options, maxAge: Math.floor(maxAgeMs / 1000) })
    },
    clear(reply: FastifyReply) {
      reply.clearCookie(name, options)
      // Drafts, and pages kept for Back. Cookies outlive it: the directive would clear those of the whole registrable
      // domain, so the university's other sites too.
      reply.header('clear-site-data', '"cache", "storage"')
    },
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>
