import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { formatToken, parseToken, type SessionToken } from './session-token.ts'

/** HttpOnly against scripts, SameSite=Lax against cross-site forms, and bound to the host over https. */
export function createSessionCookie({ APP_URL }: Pick<Config, 'APP_URL'>) {
  const secure = APP_URL.startsWith('https:')
  const name = secure ? '__Host-quad' : 'quad'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read: (request: FastifyRequest) => parseToken(request.cookies[name]),
    set(reply: FastifyReply, token: SessionToken, maxAgeMs: number) {
      reply.setCookie(name, formatToken(token), { ...options, maxAge: Math.floor(maxAgeMs / 1000) })
    },
    clear(reply: FastifyReply) {
      reply.clearCookie(name, options)
    },
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>
