import { confirmationCode } from '#contract/account-rules.ts'
import { confirmEmailBody, resendCodeResponse, sessionUser } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import type { StudentDeps } from '../student-deps.ts'
import { confirmEmail, resendCode } from './confirm-email.ts'
import { triesPerCode } from './confirmation-codes.ts'
import { codesPerAddress } from './confirmation-limits.ts'

export function confirmRoutes(app: App, deps: StudentDeps) {
  app.post(
    '/api/auth/confirm',
    {
      config: { action: 'confirm email' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Confirm the email address with the code that was mailed to it',
        description: `The last two codes are good, for ${confirmationCode.validMinutes} minutes and ${triesPerCode} tries each. Without \`VERIFY_EMAIL\`, or if the address is confirmed, any code is taken and nothing changes.`,
        body: confirmEmailBody,
        response: { 200: sessionUser, '4xx': errorBody },
      },
    },
    async (request) => confirmEmail(deps, request, request.body.code),
  )

  app.post(
    '/api/auth/confirm/resend',
    {
      config: { action: 'confirm email' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Mail a new code',
        description: `After a minute, ${codesPerAddress.max} a day. Without \`VERIFY_EMAIL\`, or if the address is confirmed, none is sent.`,
        response: { 200: resendCodeResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      if (!(await resendCode(deps, request))) {
        return { message: 'Your email is confirmed.', retryAfter: 0 }
      }
      deps.jobs.wake()
      return { message: 'A new code is on its way.', retryAfter: confirmationCode.resendSeconds }
    },
  )
}
