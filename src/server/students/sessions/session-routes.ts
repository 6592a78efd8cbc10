import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isClosedToLogin } from '#campus/campus.ts'
import {
  loginBody,
  logoutResponse,
  type SessionUser,
  sessionResponse,
  sessionUser,
} from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { ownSession } from '#contract/own-account.ts'
import { toIso } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { matchesEtag, weakEtag } from '../../http/prepared-response.ts'
import { sendJsonText } from '../../http/send-json.ts'
import { readClient } from '../client.ts'
import { requirePasswordLogin } from '../passwords/password-login.ts'
import {
  forgetDevice,
  forgetDevices,
  rememberDevice,
} from '../second-factor/second-factor-queries.ts'
import { readSessionUser, sessionContext, withFavourites } from '../session-user.ts'
import type { StudentDeps } from '../student-deps.ts'
import { hasRole } from '../user-queries.ts'
import { logIn, type OpenedSession } from './log-in.ts'
import { loggedInUser } from './session-hooks.ts'
import {
  deleteOtherSessions,
  deleteSession,
  deleteUserSession,
  findUserSessions,
} from './session-queries.ts'
import { hashToken, isTokenHash } from './session-token.ts'
import { accountTransaction } from './session-transaction.ts'
import { refreshSession } from './sessions.ts'

const notLoggedIn = { error: 'Not signed in' } as const

export function sessionRoutes(app: App, deps: StudentDeps) {
  const { db, cookie, deviceCookie, identityProviders, sessionParts, now } = deps

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
      requirePasswordLogin(deps.config)
      const { email, password } = request.body
      const attempt = await deviceCookie.readAttempt(request, email)
      const loggedIn = await logIn(deps, attempt, password, deviceCookie.readDeviceHash(request))
      return replaceSession(deps, request, reply, loggedIn)
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
        summary: 'Extend the session',
        response: { 200: sessionResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const token = cookie.read(request)
      const refreshed = token && (await refreshSession(deps, token, now()))
      if (!refreshed || isClosedToLogin(refreshed.user.email)) return notLoggedIn
      if (refreshed.cookie) cookie.set(reply, refreshed.cookie.token, refreshed.cookie.maxAgeMs)
      return readSessionUser(db, refreshed.user, sessionContext(deps, refreshed, now()))
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
        description: 'The next login of a moderator or admin on this device needs a second factor.',
        response: { 200: logoutResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const token = cookie.read(request)
      await forgetDevice(db, deviceCookie.readDeviceHash(request))
      const issuer = token && (await deleteSession(db, hashToken(token.selector)))
      cookie.clear(reply)
      const provider = issuer ? identityProviders.findByIssuer(issuer) : undefined
      const universityLogoutUrl = provider?.logoutUrl() ?? undefined
      return { message: 'You are logged out.', universityLogoutUrl }
    },
  )
}

/** Ends the session that the browser had, sets the cookie of the new one and returns its student. */
export async function replaceSession(
  deps: StudentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedSession,
): Promise<SessionUser> {
  const { db, cookie, deviceCookie, now } = deps
  const previousToken = cookie.read(request)
  if (previousToken) await deleteSession(db, hashToken(previousToken.selector))
  cookie.set(reply, opened.cookie.token, opened.cookie.maxAgeMs)
  const { account, usesSecondFactor } = opened
  const time = now()
  const formerHash = deviceCookie.readDeviceHash(request)
  await forgetDevice(db, formerHash, { exceptFor: account.id })
  if (usesSecondFactor && hasRole(account)) {
    const deviceHash = deviceCookie.rememberNew(reply, account)
    await rememberDevice(db, { studentId: account.id, deviceHash, formerHash, now: time })
  } else {
    deviceCookie.remember(request, reply, account)
  }
  return readSessionUser(db, account, sessionContext(deps, opened, time))
}

/**
 * The routes for the devices where a student is logged in. The id of a session is the hash of its selector, with which
 * nobody can log in. When a session is ended, the event names the device that was logged out.
 */
export function ownSessionRoutes(app: App, { db, cookie, recordEvent, now }: StudentDeps) {
  app.get(
    '/api/users/me/sessions',
    {
      config: { action: 'read account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Where you are logged in',
        response: { 200: z.array(ownSession), '4xx': errorBody },
      },
    },
    async (request) => {
      const sessions = await findUserSessions(db, loggedInUser(request).id, now())
      return sessions.map(({ selectorHash, device, createdAt, lastUsedAt }) => ({
        id: selectorHash,
        device,
        createdAt: toIso(createdAt),
        lastUsedAt: toIso(lastUsedAt),
        isCurrent: selectorHash === request.selectorHash,
      }))
    },
  )

  app.delete(
    '/api/users/me/sessions',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Log out everywhere but here',
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { selectorHash } = request
      await accountTransaction(db, request, async (tx, { id: studentId }) => {
        await forgetDevices(tx, studentId)
        for (const { device } of await deleteOtherSessions(tx, { studentId, selectorHash })) {
          await recordEvent(tx, 'session end', studentId, { ...readClient(request), device })
        }
      })
      return reply.status(204).send()
    },
  )

  app.delete(
    '/api/users/me/sessions/:id',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Log out on one device',
        description: 'Ending the session of the request itself logs out here.',
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await accountTransaction(db, request, async (tx, { id: studentId }) => {
        const ended = isTokenHash(id)
          ? await deleteUserSession(tx, { studentId, selectorHash: id })
          : undefined
        if (!ended) throw new AppError('not_found', "This device isn't logged in any more.")
        // A session does not know its device, so all devices are asked for the second factor again.
        await forgetDevices(tx, studentId)
        const { device } = ended
        await recordEvent(tx, 'session end', studentId, { ...readClient(request), device })
      })
      if (id === request.selectorHash) cookie.clear(reply)
      return reply.status(204).send()
    },
  )
}
