import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import {
  type FailedUniversityLogin,
  type UniversityLoginForm,
  type UniversityLoginResponse,
  universityLoginBody,
  universityLoginResponse,
} from '#contract/university-login.ts'
import { isSameSecret } from '../../app-secret.ts'
import { AppError } from '../../errors.ts'
import { acceptForms } from '../../http/accept-forms.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { readClient } from '../client.ts'
import { hasToConfirm } from '../confirmation/confirmation.ts'
import { hasPassword } from '../passwords/password-login.ts'
import type { OpenedSession } from '../sessions/log-in.ts'
import type { StudentDeps } from '../student-deps.ts'
import {
  isOfOtherSubject,
  joinByCode,
  joinByPassword,
  mailJoinCode,
  type VerifiedPerson,
} from './join-account.ts'
import type { LoginContext } from './login-context.ts'
import { formToken, type WaitingLogin } from './login-cookies.ts'
import { findAccountOf } from './university-account-queries.ts'
import { createNamedAccount } from './university-login.ts'

/** The routes of the page that asks for a name, or for the proof that an account belongs to whoever logs in. */
export function waitingLoginRoutes(
  app: App,
  deps: StudentDeps,
  { cookies, open, ask, sendLoginError }: LoginContext,
) {
  const { db, keyedHash, identityProviders, deviceCookie, jobs } = deps

  app.get(
    '/api/auth/university-login',
    {
      config: { skipSession: true },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'What a login with the university account waits for, or why it failed',
        response: { 200: universityLoginResponse, '4xx': errorBody },
      },
    },
    async (request): Promise<UniversityLoginResponse> => {
      const failed = readFailed(request)
      if (failed) return failed
      const waiting = cookies.waiting.read(request)
      const provider = waiting && identityProviders.find(waiting.provider)
      if (!provider) throw new AppError('not_found', noLoginMessage)
      const account = await findAccountOf(db, waiting.email)
      const { email, subject, firstName, lastName, problem, isCodeSent } = waiting
      const isOthers = account && (await isOfOtherSubject(db, account, { provider, subject }))
      return {
        label: provider.label,
        step: account && !hasToConfirm(account) ? 'proof' : 'names',
        email,
        firstName,
        lastName,
        problem,
        isCodeSent,
        isCodeEnough: !isOthers,
        hasPassword: account !== undefined && hasPassword(deps.config, account),
        token: formToken(keyedHash, waiting),
      }
    },
  )

  app.register(async (forms: App) => {
    acceptForms(forms)
    forms.setErrorHandler(sendLoginError)
    forms.post(
      '/login/university',
      {
        // The token of the form is bound to the cookie, so no other site can send it.
        config: { skipSession: true, isProvenByToken: true },
        onRequest: noStore,
        schema: { hide: true, body: universityLoginBody },
      },
      async (request, reply) => {
        const { body } = request
        const waiting = cookies.waiting.read(request)
        const provider = waiting && identityProviders.find(waiting.provider)
        if (!provider || !isSameSecret(body.token, formToken(keyedHash, waiting))) {
          // The page asks again, or says that the login has expired.
          return reply.redirect(pagePaths.universityLogin, 303)
        }
        const { subject, email, firstName, lastName, affiliations } = waiting
        const person = { provider, subject, email, firstName, lastName, affiliations }
        try {
          const opened = await submit(request, person, body)
          if (opened) {
            await open(request, reply, opened)
            return reply.redirect(waiting.next, 303)
          }
          jobs.wake()
          return askAgain(reply, { ...waiting, problem: null, isCodeSent: true })
        } catch (error) {
          // The page shows these. Other errors get a page of their own.
          if (!(error instanceof AppError) || !shownOnPage.includes(error.code)) throw error
          const { firstName, lastName } = body.form === 'names' ? body : waiting
          const problem = error.message
          return askAgain(reply, { ...waiting, firstName, lastName, problem })
        }
      },
    )
  })

  /** Returns null if a code was emailed. */
  async function submit(
    request: FastifyRequest,
    person: VerifiedPerson,
    body: z.infer<typeof universityLoginBody>,
  ): Promise<OpenedSession | null> {
    const client = readClient(request)
    const deviceHash = deviceCookie.readDeviceHash(request)
    const visitor = { client, deviceHash }
    const forms: Record<UniversityLoginForm, () => Promise<OpenedSession | null>> = {
      names: () => createNamedAccount(deps, person, body, visitor),
      password: async () => {
        // The account may have a plus address of the mailbox. Its failed tries count like those of its login.
        const account = await findAccountOf(db, person.email)
        const attempt = await deviceCookie.readAttempt(request, account?.email ?? person.email)
        return joinByPassword(deps, person, { attempt, deviceHash }, body.password)
      },
      'send code': async () => {
        await mailJoinCode(deps, person, client)
        return null
      },
      code: () => joinByCode(deps, person, visitor, body.code),
    }
    return forms[body.form]()
  }

  function askAgain(reply: FastifyReply, waiting: WaitingLogin) {
    const cut = (text: string) => text.slice(0, 100)
    const { firstName, lastName } = waiting
    return ask(reply, { ...waiting, firstName: cut(firstName), lastName: cut(lastName) })
  }

  function readFailed(request: FastifyRequest): FailedUniversityLogin | null {
    const failed = cookies.failed.read(request)
    if (!failed) return null
    const { message, status, next, isConfirmation } = failed
    const provider = identityProviders.find(failed.provider)
    const query = new URLSearchParams({
      ...(next && { next }),
      ...(isConfirmation && { confirm: '1' }),
    })
    const again = provider && {
      label: provider.label,
      path: apiPaths.university(provider.key, query),
    }
    return { step: 'failed', message, status, again: again ?? null }
  }
}

const noLoginMessage = 'This login has expired or was already used. Please log in again.'

const shownOnPage: AppError['code'][] = ['bad_request', 'too_many']
