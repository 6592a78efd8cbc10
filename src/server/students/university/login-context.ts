import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { statusByErrorCode } from '#contract/errors.ts'
import { pagePaths } from '#contract/paths.ts'
import { AppError } from '../../errors.ts'
import { isNavigation } from '../../http/csrf.ts'
import { logFailure } from '../../http/error-handler.ts'
import { sendErrorPage } from '../../http/send-error-page.ts'
import type { OpenedSession } from '../sessions/log-in.ts'
import { replaceSession } from '../sessions/session-routes.ts'
import type { StudentDeps } from '../student-deps.ts'
import { createLoginCookies, failureExpiry, type WaitingLogin } from './login-cookies.ts'

export const providerParams = z.object({ provider: z.string() })

/** What the routes of a university login share: its cookies, the session at its end, and the page of a failure. */
export function createLoginContext(deps: StudentDeps) {
  const { jobs, now } = deps
  const cookies = createLoginCookies(deps)

  /** Sends the cookie of a new session, in place of any session that the browser had. */
  async function open(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) {
    await replaceSession(deps, request, reply, opened)
    cookies.waiting.clear(reply)
    cookies.failed.clear(reply)
    jobs.wake()
  }

  /** Leads to the page that asks for what the login waits for. */
  function ask(reply: FastifyReply, waiting: WaitingLogin) {
    cookies.waiting.set(reply, waiting)
    cookies.failed.clear(reply)
    return reply.redirect(pagePaths.universityLogin, 303)
  }

  /**
   * Leads to the page that says what went wrong, with the ways on. The address of the callback is not shown, so nobody
   * loads it again. Unknown errors get the plain page, because the other one may fail too.
   */
  function sendLoginError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    const isShown = error instanceof AppError && error.code !== 'not_found'
    if (!isShown || !isNavigation(request.headers)) return sendErrorPage(error, request, reply)
    logFailure(request, error, 'page failed')
    const { data } = providerParams.safeParse(request.params)
    const started = cookies.started.read(request)
    const waiting = cookies.waiting.read(request)
    cookies.failed.set(reply, {
      expiresAt: failureExpiry(now()),
      provider: data?.provider ?? waiting?.provider ?? '',
      next: started?.next ?? waiting?.next ?? '',
      // A confirmation stays one. A login would open the account of whoever is logged in at the university.
      isConfirmation: Boolean(started?.confirms),
      message: error.message,
      status: statusByErrorCode[error.code],
    })
    return reply.redirect(pagePaths.universityLogin, 303)
  }

  return { cookies, open, ask, sendLoginError }
}

export type LoginContext = ReturnType<typeof createLoginContext>
