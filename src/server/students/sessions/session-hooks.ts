import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { isClosedToLogin } from '#campus/campus.ts'
import type { RequestUser } from '#contract/accounts.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Config } from '../../config.ts'
import { type Db, writeIfPossible } from '../../database/database.ts'
import { unauthenticated } from '../../errors.ts'
import { sharedPageAudience } from '../../http/in-process.ts'
import type { CategoryVersions } from '../../versions/category-versions.ts'
import { readRequestUser, sessionContext } from '../session-user.ts'
import { updateRoleActivity } from '../user-queries.ts'
import type { SessionCookie } from './cookies.ts'
import type { SessionFinder, SessionParts } from './session-queries.ts'
import { validateSession } from './sessions.ts'

interface SessionHookDeps {
  config: Pick<Config, 'VERIFY_EMAIL' | 'CONTACT' | 'POSTING_AFFILIATIONS' | 'isTryOut'>
  db: Db
  findSession: SessionFinder
  sessionParts: SessionParts
  cookie: SessionCookie
  versions: Pick<CategoryVersions, 'expect'>
  now: () => number
}

/** Sets `request.user` and `request.audience` before any route runs. Without a cookie it makes no query. */
export function sessionHook(deps: SessionHookDeps) {
  const { db, cookie, versions, now } = deps
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (request.routeOptions.config.skipSession) return done()
    const sharedAudience = sharedPageAudience(request.raw)
    if (sharedAudience) {
      request.audience = sharedAudience
      request.isForSharedPage = true
      return done()
    }
    const token = cookie.read(request)
    if (!token) return done()
    const time = now()
    validateSession(deps, token, time)
      .then(async (session) => {
        if (!session || isClosedToLogin(session.user.email)) return
        request.secondFactorAt = session.secondFactorAt
        const context = sessionContext(deps, request, time)
        request.user = await readRequestUser(db, session.user, context)
        await recordRoleUse(db, request.user, session.user.roleActiveOn, time)
        request.selectorHash = session.selectorHash
        request.audience = 'students'
        request.versions = session.versions
        request.messageVersion = session.messageVersion
        versions.expect(session.versions)
      })
      .then(() => done(), done)
  }
}

/** Records the day on which staff use their role: one write a day. */
async function recordRoleUse(
  db: Db,
  { id, role }: RequestUser,
  activeOn: string | null,
  now: number,
) {
  const today = campusIsoDate(now)
  if (role !== 'student' && activeOn !== today) {
    await writeIfPossible(updateRoleActivity(db, id, today))
  }
}

/** Returns the user. Call it in routes whose action is for students. */
export function loggedInUser(request: FastifyRequest) {
  if (!request.user) throw unauthenticated()
  return request.user
}
