import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { safeReturnPath } from '#contract/page-routes.ts'
import { pagePaths } from '#contract/paths.ts'
import { loginWays } from '#contract/university-login.ts'
import { isSameSecret } from '../../app-secret.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { isFromOwnPage, isNavigation } from '../../http/csrf.ts'
import { notFound } from '../../http/error-handler.ts'
import { noStore } from '../../http/no-store.ts'
import { readClient } from '../client.ts'
import { recordProof } from '../reauthentication.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { invalidLoginMessage } from './identity-providers.ts'
import { createLoginContext, providerParams } from './login-context.ts'
import { loginSecrets, newLogin } from './login-cookies.ts'
import { findBySubject } from './university-account-queries.ts'
import { logInFromUniversity } from './university-login.ts'
import { waitingLoginRoutes } from './waiting-login-routes.ts'

/** Longer paths would not fit into the cookie. */
const maxNextLength = 1_000

const startQuery = z.object({ next: z.string().optional(), confirm: z.string().optional() })

/**
 * Logs in with the university account: a link leads to the university, which leads back to the callback. That is the one
 * GET from another site that opens a session. A signed cookie binds it to the browser in which the login began.
 */
export function universityRoutes(app: App, deps: StudentDeps) {
  const { config, db, deviceCookie, keyedHash, rateLimiter, identityProviders } = deps
  const context = createLoginContext(deps)
  const { cookies, open, ask, sendLoginError } = context

  function requireProvider({ provider: key }: z.infer<typeof providerParams>) {
    const provider = identityProviders.find(key)
    if (!provider) throw notFound()
    return provider
  }

  app.get(
    '/api/auth/ways',
    {
      config: { skipSession: true },
      schema: {
        tags: ['Accounts'],
        summary: 'The ways to log in on this site',
        response: { 200: loginWays, '4xx': errorBody },
      },
    },
    async () => ({
      password: config.PASSWORD_LOGIN,
      universities: identityProviders.list.map(({ key, label }) => ({ key, label })),
    }),
  )

  app.register(async (pages: App) => {
    pages.setErrorHandler(sendLoginError)

    pages.get(
      '/api/auth/university/:provider',
      {
        exposeHeadRoute: false,
        // The provider may be slow, so it must not hold up other reads. The providers have a limit of their own.
        config: { skipLoadShedding: true },
        onRequest: noStore,
        schema: { hide: true, params: providerParams, querystring: startQuery },
      },
      async (request, reply) => {
        const provider = requireProvider(request.params)
        const { next = '', confirm } = request.query
        const isFresh = confirm !== undefined
        // An image on another site would begin a login in place of the one that the student has begun.
        if (!isNavigation(request.headers)) {
          throw new AppError('forbidden', 'This address is not for embedding.')
        }
        // A link on another site must not make a student confirm what they did not ask for.
        if (isFresh && (!request.selectorHash || !isFromOwnPage(request.headers))) {
          throw new AppError('forbidden', 'Start this on your account page.')
        }
        const login = newLogin(deps.now())
        const location = await provider.start(loginSecrets(keyedHash, login), { isFresh })
        cookies.failed.clear(reply)
        cookies.started.set(reply, {
          ...login,
          provider: provider.key,
          next: safeReturnPath(next.length > maxNextLength ? '' : next),
          confirms: isFresh ? request.selectorHash : null,
        })
        return reply.redirect(location, 303)
      },
    )

    pages.get(
      '/api/auth/university/:provider/callback',
      {
        exposeHeadRoute: false,
        config: { skipLoadShedding: true },
        onRequest: [noStore, noReferrer],
        schema: { hide: true, params: providerParams },
      },
      async (request, reply) => {
        const provider = requireProvider(request.params)
        const started = cookies.started.read(request)
        // The page was opened again, by Back or from the history.
        if (!started && request.user) return reply.redirect(pagePaths.dashboard, 303)
        // A response to another provider's request would mix two universities up.
        if (started?.provider !== provider.key) {
          throw new AppError('bad_request', invalidLoginMessage)
        }
        const client = readClient(request)
        const query = new URL(request.url, config.APP_URL).searchParams
        const secrets = loginSecrets(keyedHash, started)
        // This comes before the count, because a wrong state costs the university nothing. Otherwise anybody could close
        // the login of everybody on their network. The login that this browser has begun goes on.
        if (!isSameSecret(query.get('state') ?? '', secrets.state)) {
          throw new AppError('bad_request', invalidLoginMessage)
        }
        const { universityFailuresPerNetwork } = studentLimits
        const counted = await rateLimiter.takeForClient(db, universityFailuresPerNetwork, client)
        const giveBack = async () => {
          for (const reservation of counted) await rateLimiter.release(db, reservation)
        }
        cookies.started.clear(reply)
        const freshSince = started.confirms === null ? null : started.startedAt
        const identity = await provider
          .finish(query, secrets, { freshSince })
          .catch(async (error: unknown) => {
            // An outage of the university is no failed try.
            if (error instanceof AppError && error.code === 'unavailable') await giveBack()
            throw error
          })
        await giveBack()
        if (started.confirms !== null) {
          if (started.confirms !== request.selectorHash) {
            throw new AppError('forbidden', 'You were logged out in between. Please log in again.')
          }
          const joined = await findBySubject(db, identity)
          if (joined?.studentId !== loggedInUser(request).id) {
            const message = 'That was another university account. Log in with your own.'
            throw new AppError('forbidden', message)
          }
          await recordProof(deps, request, reply, { isSecondFactor: false })
          return reply.redirect(started.next, 303)
        }
        const deviceHash = deviceCookie.readDeviceHash(request)
        const result = await logInFromUniversity(deps, provider, identity, { client, deviceHash })
        if ('cookie' in result) {
          await open(request, reply, result)
          return reply.redirect(started.next, 303)
        }
        const { subject, email, firstName, lastName, affiliations } = result.person
        return ask(reply, {
          id: started.id,
          expiresAt: started.expiresAt,
          provider: provider.key,
          next: started.next,
          subject,
          email,
          firstName,
          lastName,
          affiliations,
          problem: null,
          isCodeSent: false,
        })
      },
    )
  })

  waitingLoginRoutes(app, deps, context)
}

/** Keeps the browser from sending the code in a Referer header. */
function noReferrer(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
  reply.header('referrer-policy', 'no-referrer')
  done()
}
