import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mailboxOf } from '#campus/campus.ts'
import { securityEventDays } from '#contract/account-rules.ts'
import type { User } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import {
  changeAccountBody,
  type OwnAccount,
  ownAccount,
  securityEvent,
} from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { isReservedFullName, reservedNameMessage } from '#contract/reserved-names.ts'
import type { Db } from '../database/database.ts'
import { toIso, toIsoOrNull } from '../durations.ts'
import { invalidInput, unauthenticated } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { findAccessError } from '../http/authorization.ts'
import { noStore } from '../http/no-store.ts'
import { perDay, type RateLimitRule } from '../limits/rate-limit.ts'
import { bumpVersionsOfBothSides } from '../messages/message-version-queries.ts'
import { keepOwnAccount } from '../moderation/requests/student-requests.ts'
import { skipOldNews } from '../saved/skip-old-news.ts'
import { hasToConfirm } from '../students/confirmation/confirmation.ts'
import { isLastCodeRefused } from '../students/confirmation/confirmation-codes.ts'
import { requireNoPause } from '../students/restrictions/requests.ts'
import { readSecurityEvents } from '../students/security-events.ts'
import { readSessionUser, type SessionContext, sessionContext } from '../students/session-user.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { accountTransaction } from '../students/sessions/session-transaction.ts'
import type { StudentDeps } from '../students/student-deps.ts'
import { type Account, findUser, updateAccount } from '../students/user-queries.ts'
import { bumpVersionsOfSeller } from '../versions/category-versions.ts'
import { isOnlyAdmin } from './account-deletion.ts'

/** After each change of a name, the server has to render every page with that name again. */
const renames: RateLimitRule = {
  name: 'renames',
  ...perDay(10),
  message: 'You can change your name 10 times a day. Please try again tomorrow.',
}

/**
 * Returns the key that counts renames. An unproven account is counted alone: it may be a stranger's, who must not use
 * up the student's renames.
 */
const renamer = (account: Account): string =>
  hasToConfirm(account) ? `account ${account.id}` : mailboxOf(account.email)

type Names = Pick<User, 'firstName' | 'lastName'>

const hasOtherNames = (before: Names, after: Partial<Names>): boolean =>
  (after.firstName ?? before.firstName) !== before.firstName ||
  (after.lastName ?? before.lastName) !== before.lastName

export function ownAccountRoutes(app: App, deps: StudentDeps) {
  const { policies, db, rateLimiter, now } = deps
  const context = (request: FastifyRequest) => sessionContext(deps, request, now())

  /** Refuses a suspended student with 403, because others read the name. */
  async function requireRenamingAllowed(request: FastifyRequest<{ Body: Partial<Names> | null }>) {
    const user = loggedInUser(request)
    if (!hasOtherNames(user, request.body ?? {})) return
    const accessError = findAccessError(policies, user, 'change name')
    if (accessError) throw accessError
  }

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
      return presentOwnAccount(db, account, context(request))
    },
  )

  app.patch(
    '/api/users/me',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      // This runs after parsing, because the body says what is changed.
      preValidation: requireRenamingAllowed,
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
        if (hasOtherNames(account, body)) {
          await requireNoPause(tx, account.id, 'writing')
          if (isReservedFullName(next.firstName, next.lastName)) {
            throw invalidInput({
              [body.lastName ? 'lastName' : 'firstName']: reservedNameMessage(),
            })
          }
          await rateLimiter.take(tx, renames, renamer(account))
          // Pages and lists for everyone show the name, and so do the conversations of both sides.
          await bumpVersionsOfSeller(tx, account.id)
          await bumpVersionsOfBothSides(tx, account.id)
        }
        await skipOldNews(tx, { studentId: account.id, before: account, after: next, now: now() })
        await updateAccount(tx, account.id, body)
        return next
      })
      return presentOwnAccount(db, changed, context(request))
    },
  )

  app.post(
    apiPaths.keepAccount,
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Stop the planned deletion of your account',
        description: 'Does nothing if none is planned.',
        response: { 200: ownAccount, '4xx': errorBody },
      },
    },
    async (request) => {
      const kept = await accountTransaction(db, request, async (tx, account) => {
        await keepOwnAccount(tx, account, now())
        return { ...account, deleteAt: null, deletionLogId: null }
      })
      return presentOwnAccount(db, kept, context(request))
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

/** Presents the account to its own student. Without VERIFY_EMAIL, it says nothing about the mailbox. */
export async function presentOwnAccount(
  db: Db,
  account: Account,
  context: SessionContext,
): Promise<OwnAccount> {
  const { createdAt, showsEmail, mailReminders, mailMessages, mailSaved, mailFavourites } = account
  const { mailWeekly } = account
  const { confirmedAt, bouncedAt } = context.verifyEmail ? account : nothingKnown
  const user = await readSessionUser(db, account, context)
  const mayNeedCode = user.confirmation !== 'confirmed' || bouncedAt !== null
  return {
    ...user,
    joinedAt: toIso(createdAt),
    confirmedAt: toIsoOrNull(confirmedAt),
    showsEmail,
    mailReminders,
    mailMessages,
    mailSaved,
    mailFavourites,
    mailWeekly,
    bouncedAt: toIsoOrNull(bouncedAt),
    isCodeRefused: mayNeedCode && (await isLastCodeRefused(db, account)),
    isOnlyAdmin: await isOnlyAdmin(db, account, context.now),
  }
}

const nothingKnown = { confirmedAt: null, bouncedAt: null }
