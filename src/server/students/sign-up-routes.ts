import { signUpBody, signUpResponse } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { readClient } from './client.ts'
import { signUp } from './sign-up.ts'
import type { StudentDeps } from './student-deps.ts'

export function signUpRoutes(app: App, deps: StudentDeps) {
  app.post(
    '/api/users',
    {
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Sign up with a university email address',
        description:
          'Opens no session: log in next. With `VERIFY_EMAIL` a code is mailed, which `/api/auth/confirm` takes.',
        body: signUpBody,
        response: { 201: signUpResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const user = await signUp(deps, request.body, readClient(request))
      if (deps.config.VERIFY_EMAIL) deps.jobs.wake()
      return reply.status(201).send(user)
    },
  )
}
