import { done, login, sessionAnswer, user } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../http.ts'
import { addressGroup } from '../limits/client-address.ts'
import { type AccountParts, neverCached } from './account-parts.ts'
import { logIn } from './log-in.ts'
import { deleteSession } from './session-queries.ts'
import { hashToken } from './session-token.ts'
import { refreshSession } from './sessions.ts'

const nobody = { error: 'Not signed in' } as const

export function sessionRoutes(app: App, parts: AccountParts) {
  const { db, cookie, now } = parts

  app.post(
    '/api/auth/login',
    {
      onRequest: neverCached,
      schema: {
        tags: ['Accounts'],
        summary: 'Log in',
        body: login,
        response: { 200: user, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const presented = cookie.read(request)
      const entered = await logIn(parts, request.body, addressGroup(request.ip))
      if (presented) await deleteSession(db, hashToken(presented.selector))
      cookie.set(reply, entered.cookie.token, entered.cookie.maxAgeMs)
      return entered.user
    },
  )

  app.get(
    '/api/auth/me',
    {
      onRequest: neverCached,
      schema: {
        tags: ['Accounts'],
        summary: 'Who is signed in',
        response: { 200: sessionAnswer },
      },
    },
    async (request) => request.user ?? nobody,
  )

  app.post(
    '/api/auth/refresh',
    {
      onRequest: neverCached,
      schema: {
        tags: ['Accounts'],
        summary: 'Prolong the session',
        response: { 200: sessionAnswer, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const token = cookie.read(request)
      const refreshed = token && (await refreshSession(db, token, now()))
      if (!refreshed) return nobody
      if (refreshed.cookie) cookie.set(reply, refreshed.cookie.token, refreshed.cookie.maxAgeMs)
      return refreshed.user
    },
  )

  app.get(
    '/api/auth/logout',
    {
      onRequest: neverCached,
      exposeHeadRoute: false,
      config: { changesState: true },
      schema: {
        tags: ['Accounts'],
        summary: 'Log out',
        response: { 200: done, '4xx': errorBody },
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
