import { z } from 'zod'
import { securityEventDays } from '#contract/account-rules.ts'
import { errorBody } from '#contract/errors.ts'
import { changeAccountBody, ownAccount, securityEvent } from '#contract/own-account.ts'
import { unauthenticated } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { bumpVersionsOfOthers } from '../messages/message-version-queries.ts'
import { bumpVersionsOfSeller } from '../response-cache/category-versions.ts'
import { skipOldNews } from '../saved/skip-old-news.ts'
import type { AccountDeps } from './account-deps.ts'
import { presentOwnAccount } from './present-own-account.ts'
import { readSecurityEvents } from './security-events.ts'
import { sessionContext } from './session-user.ts'
import { loggedInUser } from './sessions/session-hooks.ts'
import { accountTransaction } from './sessions/session-transaction.ts'
import { findUser, updateAccount } from './user-queries.ts'

export function ownAccountRoutes(app: App, { config, db, now }: AccountDeps) {
  const context = () => sessionContext(config, now())

  app.get(
    '/api/users/me',
    {
      config: { action: 'read account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Your account and its settings',
        response: { 200: ownAccount, '4xx': errorBody },
      },
    },
    async (request) => {
      const account = await findUser(db, loggedInUser(request).id)
      if (!account) throw unauthenticated()
      return presentOwnAccount(db, account, context())
    },
  )

  app.patch(
    '/api/users/me',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Change your names or settings',
        description: 'What is left out stays as it is.',
        body: changeAccountBody,
        response: { 200: ownAccount, '4xx': errorBody },
      },
    },
    async (request) => {
      const { body } = request
      const changed = await accountTransaction(db, request, async (tx, account) => {
        const next = { ...account, ...body }
        // Pages and lists of everyone show the name.
        if (next.firstName !== account.firstName || next.lastName !== account.lastName) {
          await bumpVersionsOfSeller(tx, account.id)
          await bumpVersionsOfOthers(tx, account.id)
        }
        await skipOldNews(tx, { userId: account.id, before: account, after: next, now: now() })
        await updateAccount(tx, account.id, body)
        return next
      })
      return presentOwnAccount(db, changed, context())
    },
  )

  app.get(
    '/api/users/me/events',
    {
      config: { action: 'read account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: `What happened to your account in the last ${securityEventDays} days`,
        description: 'Newest first. Failed logins and reset requests are one entry a day.',
        response: { 200: z.array(securityEvent), '4xx': errorBody },
      },
    },
    (request) => readSecurityEvents(db, loggedInUser(request).id, now()),
  )
}
