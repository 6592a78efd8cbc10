import { setTimeout as delay } from 'node:timers/promises'
import { campus } from '#campus/campus.ts'
import {
  checkResetLinkBody,
  checkResetLinkResponse,
  messageResponse,
  passwordChangedResponse,
  requestPasswordResetBody,
  resetPasswordBody,
} from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { pagePaths } from '#contract/paths.ts'
import { invalidInput } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { clientNetworks } from '../../limits/client-network.ts'
import { disconnectedNotice, takenBackNotice } from '../account-mails.ts'
import { readClient } from '../client.ts'
import { createAddressCheck } from '../email-domains.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { requirePasswordLogin } from './password-login.ts'
import { checkResetLink, requestPasswordReset, resetPassword } from './reset-password.ts'

/**
 * The shortest response time. Queueing the email takes less, so the response time does not reveal whether the address has
 * an account.
 */
const minResetResponseMs = 100

export function passwordRoutes(app: App, deps: StudentDeps) {
  const { config, db, rateLimiter, deviceCookie, loginAttempts, jobs, now } = deps
  const mayHaveAccount = createAddressCheck(db)

  // Password managers send people here: https://w3c.github.io/webappsec-change-password-url/
  app.get(
    '/.well-known/change-password',
    { schema: { hide: true }, config: { skipSession: true } },
    (_request, reply) => reply.redirect(`${pagePaths.account}#password`),
  )

  app.post(
    '/api/auth/reset-password',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Ask for a link to set a new password',
        description:
          'The answer is the same whether or not the address has an account. 400 for a domain that neither the campus nor any student has.',
        body: requestPasswordResetBody,
        response: { 200: messageResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      requirePasswordLogin(config)
      await rateLimiter.takeForClient(
        db,
        studentLimits.resetRequestsPerNetwork,
        clientNetworks(request.ip),
      )
      const { email } = request.body
      if (!(await mayHaveAccount(email))) throw invalidInput({ email: campus.invalidEmailMessage })
      const attempt = await deviceCookie.readAttempt(request, email)
      const mailing = requestPasswordReset(deps, attempt)
      await Promise.all([mailing.then(jobs.wake), delay(minResetResponseMs)])
      return { message: 'If that email has an account, a reset link is on its way.' }
    },
  )

  app.post(
    '/api/auth/reset-password/check',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Check the token of a reset link',
        description: 'Does not use the link up.',
        body: checkResetLinkBody,
        response: { 200: checkResetLinkResponse, '4xx': errorBody },
      },
    },
    async ({ body, ip }) => {
      requirePasswordLogin(config)
      await rateLimiter.takeForClient(
        db,
        studentLimits.resetLinkChecksPerNetwork,
        clientNetworks(ip),
      )
      const hasPasskeys = await checkResetLink(db, body.token, now())
      return { message: 'This reset link works.', hasPasskeys }
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
        response: { 200: passwordChangedResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      requirePasswordLogin(config)
      const { notice } = await checkCommonPassword(config, request.body.password)
      const client = readClient(request)
      const sessionStudentId = request.user?.id
      const account = await resetPassword(deps, request.body, { client, sessionStudentId })
      jobs.wake()
      await loginAttempts.reset(await deviceCookie.readAttempt(request, account.email))
      deviceCookie.remember(request, reply, account)
      const notices = [
        account.isTakenBack && takenBackNotice,
        account.isDisconnected && disconnectedNotice,
        notice,
      ].filter(Boolean)
      return { message: 'Your password was changed.', notice: notices.join(' ') || undefined }
    },
  )
}
