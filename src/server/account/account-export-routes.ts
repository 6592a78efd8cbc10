import { accountExport } from '#contract/account-export.ts'
import { errorBody } from '#contract/errors.ts'
import { exportLinkResponse, exportToken } from '#contract/export-link.ts'
import { banUndoDays } from '#contract/moderation-rules.ts'
import { dayMs } from '../durations.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { acceptForms } from '../http/accept-forms.ts'
import type { App } from '../http/app-types.ts'
import { isFromOwnPage } from '../http/csrf.ts'
import { noStore } from '../http/no-store.ts'
import { sendErrorPage } from '../http/send-error-page.ts'
import { findExportAccount } from '../students/restrictions/export-link.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import type { StudentDeps } from '../students/student-deps.ts'
import { findUser } from '../students/user-queries.ts'
import { exportAccount } from './account-export.ts'

export function accountExportRoutes(app: App, deps: StudentDeps) {
  const { db } = deps

  app.get(
    '/api/users/me/export',
    {
      config: { action: 'export account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Everything we keep about you',
        response: { 200: accountExport, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      // A link on another site would use up the downloads of an hour. The link on the account page works without scripts.
      if (!isFromOwnPage(request.headers)) throw new AppError('forbidden', notFromHere)
      const account = await findUser(db, loggedInUser(request).id)
      if (!account) throw unauthenticated()
      return exportAccount(deps, account, request, reply)
    },
  )

  async function requireBanned(token: string) {
    const account = await findExportAccount(db, token)
    if (account) return account
    throw new AppError('not_found', deadLink)
  }

  app.get(
    '/api/export-link',
    {
      config: { skipSession: true },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'How long the link in a ban email works',
        description: 'Changes nothing.',
        querystring: exportToken,
        response: { 200: exportLinkResponse, '4xx': errorBody },
      },
    },
    async ({ query }) => {
      const { bannedAt } = await requireBanned(query.token)
      return { keptUntil: new Date(bannedAt + banUndoDays * dayMs).toISOString() }
    },
  )

  app.register(async (forms: App) => {
    acceptForms(forms)
    forms.setErrorHandler(sendErrorPage)
    forms.post(
      '/export',
      {
        config: { skipSession: true, isProvenByToken: true },
        onRequest: noStore,
        schema: { hide: true, body: exportToken, response: { 200: accountExport } },
      },
      async (request, reply) =>
        exportAccount(deps, await requireBanned(request.body.token), request, reply),
    )
  })
}

const notFromHere = 'Another site led here. Download your data from your account page.'

/** The same for an account that is open again, deleted, or never was. */
const deadLink = "This link doesn't work any more. The account is open again or deleted."
