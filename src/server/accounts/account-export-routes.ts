import { accountExport } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import type { AccountDeps } from './account-deps.ts'
import {
  exportListings,
  exportMails,
  exportResets,
  exportSessions,
  exportUploads,
} from './account-export-queries.ts'
import { loggedInUser } from './session-hooks.ts'
import { findUser } from './user-queries.ts'

export function accountExportRoutes(app: App, { db, now }: AccountDeps) {
  app.get(
    '/api/users/me/export',
    {
      config: { action: 'export account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Everything kept about the signed-in student',
        response: { 200: accountExport, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const user = loggedInUser(request)
      const account = await findUser(db, user.id)
      reply.header('content-disposition', 'attachment; filename="quad-export.json"')
      return {
        exportedAt: new Date(now()).toISOString(),
        user: { ...user, joinedAt: new Date(account?.createdAt ?? 0).toISOString() },
        sessions: await exportSessions(db, user.id),
        resets: await exportResets(db, user.id),
        listings: await exportListings(db, user.id),
        uploads: await exportUploads(db, user.id),
        mails: await exportMails(db, user.id),
      }
    },
  )
}
