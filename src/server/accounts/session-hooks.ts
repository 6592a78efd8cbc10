import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { SessionCookie } from './session-cookie.ts'
import { validateSession } from './sessions.ts'

interface SessionHookDeps {
  db: Db
  cookie: SessionCookie
  now: () => number
}

/** Sets `request.user` before any route runs. Without a cookie no query is made. */
export function sessionHook({ db, cookie, now }: SessionHookDeps) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const token = cookie.read(request)
    if (!token) return done()
    validateSession(db, token, now()).then((session) => {
      request.user = session?.user ?? null
      done()
    }, done)
  }
}

/** An onRequest hook for routes that need a logged-in user. */
export async function requireUser(request: FastifyRequest) {
  loggedInUser(request)
}

/** The user in a route guarded by `requireUser`. */
export function loggedInUser(request: FastifyRequest) {
  if (!request.user) throw new AppError('unauthenticated', 'Please sign in first.')
  return request.user
}
