import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { campus } from '#campus/campus.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { escapeHtml } from '../../escape-html.ts'
import { failedMessage } from '../../http/error-page.ts'
import { plainPage } from '../../http/plain-page.ts'
import { sendErrorPage } from '../../http/send-error-page.ts'
import type { OpenedSession } from '../sessions/log-in.ts'
import { replaceSession } from '../sessions/session-routes.ts'
import type { StudentDeps } from '../student-deps.ts'
import { createLoginCookies } from './login-cookies.ts'

export const providerParams = z.object({ provider: z.string() })

/** What the routes of a university login share: its cookies, the session at its end, and the page of a failure. */
export function createLoginContext(deps: StudentDeps) {
  const { identityProviders, jobs } = deps
  const cookies = createLoginCookies(deps)

  /** Sends the cookie of a new session, in place of any session that the browser had. */
  async function open(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) {
    await replaceSession(deps, request, reply, opened)
    cookies.waiting.clear(reply)
    jobs.wake()
  }

  /** Shows what went wrong at a university's login, with the ways on. */
  function sendLoginError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    const { data } = providerParams.safeParse(request.params)
    const provider = data && identityProviders.find(data.provider)
    const started = cookies.started.read(request)
    return sendErrorPage(error, request, reply, (appError) =>
      loginErrorPage({
        message: appError?.message ?? failedMessage,
        again: provider && {
          label: provider.label,
          path: apiPaths.university(
            provider.key,
            // A confirmation stays one. A login would open the account of whoever is logged in at the university.
            new URLSearchParams(
              started
                ? { next: started.next, ...(started.confirms && { confirm: '1' }) }
                : undefined,
            ),
          ),
        },
      }),
    )
  }

  return { cookies, open, sendLoginError }
}

export type LoginContext = ReturnType<typeof createLoginContext>

interface LoginErrorPage {
  message: string
  again: { label: string; path: string } | undefined
}

function loginErrorPage({ message, again }: LoginErrorPage): string {
  const link = (path: string, text: string) =>
    `<p><a href="${escapeHtml(path)}" style="color:inherit">${escapeHtml(text)}</a></p>`
  return plainPage({
    title: 'Login failed',
    heading: "That login didn't work",
    content: `<p>${escapeHtml(message)}</p>
${again ? link(again.path, `Try ${again.label} again`) : ''}
${link(pagePaths.login(), 'Other ways to log in')}
${link(pagePaths.home, `Back to ${campus.brand}`)}`,
  })
}
