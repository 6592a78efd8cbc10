import { setTimeout as delay } from 'node:timers/promises'
import {
  messageResponse,
  requestPasswordResetBody,
  resetLinkQuery,
  resetLinkResponse,
  resetPasswordBody,
} from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { pagePaths } from '#contract/paths.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { clientNetwork } from '../limits/client-network.ts'
import type { AccountDeps } from './account-deps.ts'
import { resetLinkChecksPerNetwork, resetRequestsPerNetwork } from './account-rate-limits.ts'
import { isValidResetLink, requestPasswordReset, resetPassword } from './reset-password.ts'

/** Longer than queueing the mail takes, so that response time does not reveal whether the address has an account. */
const minResetResponseMs = 100

export function passwordRoutes(app: App, deps: AccountDeps) {
  const { config, db, rateLimiter, loginAttempts, jobs, now } = deps

  // Where password managers send people: https://w3c.github.io/webappsec-change-password-url/
  app.get(
    '/.well-known/change-password',
    { schema: { hide: true }, config: { skipSession: true } },
    (_request, reply) => reply.redirect(pagePaths.forgotPassword),
  )

  app.post(
    '/api/auth/reset-password',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Ask for a link to set a new password',
        description: 'The answer is the same whether or not the address has an account.',
        body: requestPasswordResetBody,
        response: { 200: messageResponse, '4xx': errorBody },
      },
    },
    async ({ body, ip }) => {
      await rateLimiter.take(db, resetRequestsPerNetwork, clientNetwork(ip))
      const request = requestPasswordReset(
        { db, rateLimiter, appUrl: config.APP_URL },
        body.email,
        now(),
      )
      await Promise.all([request.then(jobs.wake), delay(minResetResponseMs)])
      return { message: 'If that address has an account, a reset link is on its way.' }
    },
  )

  app.get(
    '/api/auth/change-password',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Check the token of a reset link',
        description: 'Does not use the link up.',
        querystring: resetLinkQuery,
        response: { 200: resetLinkResponse, '4xx': errorBody },
      },
    },
    async ({ query, ip }) => {
      await rateLimiter.take(db, resetLinkChecksPerNetwork, clientNetwork(ip))
      return { isValid: await isValidResetLink(db, query.token, now()) }
    },
  )

  app.post(
    '/api/auth/change-password',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Set a new password with the token of a reset link',
        body: resetPasswordBody,
        response: { 200: messageResponse, '4xx': errorBody },
      },
    },
    async ({ body, ip }) => {
      const email = await resetPassword(deps, body)
      jobs.wake()
      await loginAttempts.reset({ email, network: clientNetwork(ip) })
      return { message: 'Your password was changed.' }
    },
  )
}
