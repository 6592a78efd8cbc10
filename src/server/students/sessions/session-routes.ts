import { z } from 'zod'
import { loginBody, messageResponse, sessionResponse, sessionUser } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../../http/app-types.ts'
import { matchesEtag, weakEtag } from '../../http/etag.ts'
import { noStore } from '../../http/no-store.ts'
import { sendJsonText } from '../../http/send-json.ts'
import { readSessionUser, sessionContext, withFavourites } from '../session-user.ts'
import type { StudentDeps } from '../student-deps.ts'
import { logIn } from './log-in.ts'
import { deleteSession } from './session-queries.ts'
import { hashToken } from './session-token.ts'
import { refreshSession } from './sessions.ts'

const notLoggedIn = { error: 'Not signed in' } as const

export function sessionRoutes(app: App, deps: StudentDeps) {
  const { db, cookie, deviceCookie, sessionParts, now } = deps
  const context = () => sessionContext(deps, now())

  app.post(
    '/api/auth/login',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Log in',
        body: loginBody,
        response: { 200: sessionUser, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const previousToken = cookie.read(request)
      const { email, password } = request.body
      const attempt = await deviceCookie.readAttempt(request, email)
      const loggedIn = await logIn(deps, attempt, password)
      if (previousToken) await deleteSession(db, hashToken(previousToken.selector))
      cookie.set(reply, loggedIn.cookie.token, loggedIn.cookie.maxAgeMs)
      deviceCookie.remember(request, reply, loggedIn.account)
      return readSessionUser(db, loggedIn.account, context())
    },
  )

  app.get(
    '/api/auth/me',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Who is logged in',
        response: { 200: sessionResponse, 304: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { user } = request
      const body = JSON.stringify(user ? await withFavourites(db, user, sessionParts) : notLoggedIn)
      const etag = weakEtag(body)
      reply.header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return sendJsonText(reply, body)
    },
  )

  app.post(
    '/api/auth/refresh',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Prolong the session',
        response: { 200: sessionResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const token = cookie.read(request)
      const refreshed = token && (await refreshSession(deps, token, now()))
      if (!refreshed) return notLoggedIn
      if (refreshed.cookie) cookie.set(reply, refreshed.cookie.token, refreshed.cookie.maxAgeMs)
      return readSessionUser(db, refreshed.user, context())
    },
  )

  app.get(
    '/api/auth/logout',
    {
      onRequest: noStore,
      exposeHeadRoute: false,
      config: { changesState: true },
      schema: {
        tags: ['Accounts'],
        summary: 'Log out',
        response: { 200: messageResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const token = cookie.read(request)
      if (token) await deleteSession(db, hashToken(token.selector))
      cookie.clear(reply)
      return { message: 'You are logged out.' }
    },
  )
}
