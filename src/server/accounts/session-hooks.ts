import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { SessionCookie } from './session-cookie.ts'
import { openSession } from './sessions.ts'

interface Parts {
  db: Db
  cookie: SessionCookie
  now: () => number
}

/** Fills `request.user` before any route runs. A visitor without a cookie costs no query. */
export function sessionHook({ db, cookie, now }: Parts) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const token = cookie.read(request)
    if (!token) return done()
    openSession(db, token, now()).then((session) => {
      request.user = session?.user ?? null
      done()
    }, done)
  }
}

/** An onRequest hook for routes that need a signed-in student. */
export async function requireUser(request: FastifyRequest) {
  signedInUser(request)
}

/** The student behind a route that `requireUser` guards. */
export function signedInUser(request: FastifyRequest) {
  if (!request.user) throw new AppError('unauthenticated', 'Please sign in first.')
  return request.user
}
