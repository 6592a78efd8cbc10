import type { FastifyRequest } from 'fastify'
import { confirmationCode } from '#contract/account-rules.ts'
import {
  confirmEmailBody,
  resendCodeResponse,
  type SessionUser,
  sessionUser,
} from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import type { Db } from '../../database/database.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { readClient } from '../client.ts'
import { findRestrictionError } from '../restrictions/find-restriction.ts'
import { inheritRestrictions } from '../restrictions/restrict-student.ts'
import { readSessionUser, sessionContext } from '../session-user.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import type { StudentDeps, StudentHooks } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { type Account, markConfirmed } from '../user-queries.ts'
import { type ConfirmationContext, confirmationOf } from './confirmation.ts'
import { deleteUserCodes, sendCode, triesPerCode, tryCode } from './confirmation-codes.ts'
import { deleteUnconfirmedSignUp } from './unconfirmed-sign-ups.ts'

export function confirmRoutes(app: App, deps: StudentDeps) {
  app.post(
    '/api/auth/confirm',
    {
      config: { action: 'confirm email' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Confirm the email address with the code that was emailed to it',
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
        description: `After a minute, ${studentLimits.codesPerAddress.max} a day. Without \`VERIFY_EMAIL\`, or if the address is confirmed, none is sent.`,
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

type ConfirmDeps = Pick<
  StudentDeps,
  | 'config'
  | 'db'
  | 'hooks'
  | 'sessionParts'
  | 'keyedHash'
  | 'codeLimiter'
  | 'counts'
  | 'rateLimiter'
  | 'recordEvent'
  | 'now'
>

/** A confirmed student needs a code too if the mailbox has refused an email since. */
const needsCode = (account: Account, context: ConfirmationContext) =>
  confirmationOf(account, context) !== 'confirmed' ||
  (context.verifyEmail && account.bouncedAt !== null)

/** Does nothing if no code is needed, so that a second press gets the same response as the first. */
async function confirmEmail(
  deps: ConfirmDeps,
  request: FastifyRequest,
  code: string,
): Promise<SessionUser> {
  const { db, recordEvent } = deps
  const context = sessionContext(deps, request, deps.now())
  const { now } = context
  const client = readClient(request)
  const result = await accountTransaction(db, request, async (tx, account) => {
    if (!needsCode(account, context)) return account
    const error = await tryCode(tx, deps, account, { code, client, now })
    if (error) return error
    const confirmed = await recordConfirmation(tx, account, { hooks: deps.hooks, now })
    await recordEvent(tx, 'email confirmation', account.id, client)
    return confirmed
  })
  if (result instanceof Error) throw result
  return readSessionUser(db, result, context)
}

/** Returns false if no code is needed. */
async function resendCode(deps: ConfirmDeps, request: FastifyRequest): Promise<boolean> {
  const { config, db, now } = deps
  const client = readClient(request)
  return accountTransaction(db, request, async (tx, account) => {
    if (!needsCode(account, { verifyEmail: config.VERIFY_EMAIL, now: now() })) return false
    await sendCode(tx, deps, account, { client })
    return true
  })
}

/**
 * Records that the mailbox is the student's: they have typed in a code, used a reset link, or the university says so.
 * Refuses a banned mailbox with 403 and the reason.
 */
export async function recordConfirmation(
  tx: Db,
  account: Account,
  { hooks, now }: { hooks: StudentHooks; now: number },
): Promise<Account> {
  const { id } = account
  await markConfirmed(tx, id, now)
  const standing = await inheritRestrictions(tx, account, { hooks, now })
  const confirmed = { ...account, ...standing, confirmedAt: now }
  const error = await findRestrictionError(tx, confirmed, now)
  if (error?.code === 'banned') throw error
  await deleteUserCodes(tx, id)
  await deleteUnconfirmedSignUp(tx, id)
  return confirmed
}
