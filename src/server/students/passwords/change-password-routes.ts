import { passwordChangedResponse } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { changePasswordBody } from '#contract/own-account.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import type { StudentDeps } from '../student-deps.ts'
import { changePassword } from './change-password.ts'
import { checkCommonPassword } from './common-passwords.ts'

export function changePasswordRoutes(app: App, deps: StudentDeps) {
  const { config, cookie, deviceCookie, jobs } = deps

  app.post(
    '/api/users/me/password',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Change your password',
        description: 'Logs out everywhere else, and gives a new session here.',
        body: changePasswordBody,
        response: { 200: passwordChangedResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { notice } = await checkCommonPassword(config, request.body.password)
      const { token, maxAgeMs, passwordHash } = await changePassword(deps, request.body, request)
      jobs.wake()
      cookie.set(reply, token, maxAgeMs)
      deviceCookie.remember(request, reply, { email: loggedInUser(request).email, passwordHash })
      return { message: 'Your password was changed.', notice }
    },
  )
}
