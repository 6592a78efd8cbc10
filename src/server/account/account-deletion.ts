import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { mailboxOf } from '#campus/campus.ts'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { onlyAdminMessage } from '#contract/account-rules.ts'
import { errorBody } from '#contract/errors.ts'
import { type IdentityProof, identityProof } from '#contract/identity-proof.ts'
import type { Db } from '../database/database.ts'
import type { DeletionContext } from '../database/room-data.ts'
import { lockKey } from '../database/sql-fragments.ts'
import { AppError, invalidInput } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import { findUserPhotos, type UserPhoto } from '../photos/photo-queries.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { readClient } from '../students/client.ts'
import { hasPassword } from '../students/passwords/password-login.ts'
import { hasRecentProof, isProofGiven, requireIdentity } from '../students/reauthentication.ts'
import { requireNoHold } from '../students/restrictions/requests.ts'
import { isActiveStaff } from '../students/restrictions/restriction-queries.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { accountTransaction } from '../students/sessions/session-transaction.ts'
import type { StudentDeps } from '../students/student-deps.ts'
import { type Account, deleteUser, findUser } from '../students/user-queries.ts'
import { roomData } from '../wiring.ts'

export interface AccountDeps extends StudentDeps {
  store: PhotoStore
  /** Deletes the emails that the mail transport stored for this address. */
  purgeMails: (address: string) => Promise<void>
}

export function accountDeletionRoutes(app: App, deps: AccountDeps) {
  const { cookie, deviceCookie, loginAttempts } = deps

  app.delete(
    '/api/users/me',
    {
      config: { action: 'delete account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Remove the account and everything that names it',
        description:
          'The body proves who asks, as that of `/api/auth/proof` does; it may be empty just after that. 409 for the only admin: somebody else has to become one first.',
        body: identityProof,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { email } = await requireProof(deps, request, reply, request.body)
      await deleteOwnAccount(deps, request)
      await loginAttempts.reset(await deviceCookie.readAttempt(request, email))
      cookie.clear(reply)
      return reply.status(204).send()
    },
  )
}

/** Without a proof, now or in the last minutes, a student who has a password is asked for it by its field. */
async function requireProof(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: IdentityProof,
): Promise<Account> {
  const { config, db, now } = deps
  const account = await findUser(db, loggedInUser(request).id)
  if (!isProofGiven(proof) && account && hasPassword(config, account)) {
    const isProved = await hasRecentProof(db, request, account, now())
    if (!isProved) throw invalidInput({ password: fieldRequiredMessage })
  }
  return requireIdentity(deps, request, reply, proof)
}

type OwnDeletionDeps = Pick<
  AccountDeps,
  'config' | 'db' | 'store' | 'jobs' | 'purgeMails' | 'recordEvent' | 'now'
>

/** Deletes the account of the session: first its rows, then its files. */
export async function deleteOwnAccount(
  { config, db, store, jobs, purgeMails, recordEvent, now }: OwnDeletionDeps,
  request: FastifyRequest,
): Promise<void> {
  const { email } = loggedInUser(request)
  const photos = await db.transaction(async (deletion) => {
    await lockDeletions(deletion, email)
    // The account's row is locked before the deletion below, so that no email to this user is queued after it.
    return accountTransaction(deletion, request, async (tx, account) => {
      const context = { appUrl: config.APP_URL, now: now() }
      requireNoHold(account)
      await requireAnotherAdmin(tx, account, context.now)
      await recordEvent(tx, 'account deletion', account.id, readClient(request))
      return deleteAccount(tx, account.id, context)
    })
  })
  jobs.wake()
  // The deletion is committed, so a failure here is only logged. The photo cleanup deletes the rest.
  const logFailure = (error: unknown) =>
    request.log.warn({ err: error }, 'files of a removed account are left')
  await deleteUserPhotos({ db, store }, photos).catch(logFailure)
  await purgeMails(email).catch(logFailure)
}

/**
 * Call it before the user's row is locked. Accounts of one mailbox are deleted one after the other, because severe
 * reports move to another account of the mailbox, and that account must not be about to be deleted too.
 */
export const lockDeletions = (tx: Db, email: string): Promise<void> =>
  lockKey(tx, `deletions of ${mailboxOf(email)}`)

/**
 * Deletes an account and all rows that name it, in a transaction that has locked the user's row. Returns its photos.
 * After the commit, delete the photos with `deleteUserPhotos`, and wake the job runner, which emails those who reported
 * the account.
 */
export async function deleteAccount(
  tx: Db,
  id: number,
  context: DeletionContext,
): Promise<UserPhoto[]> {
  const account = await findUser(tx, id)
  if (!account) return []
  const photos = await findUserPhotos(tx, id)
  for (const room of roomData) await room.remove?.(tx, account, context)
  await deleteUser(tx, id)
  return photos
}

/** Whether no other admin could do this admin's work. One who is suspended, or whose role has ended, could not. */
export async function isOnlyAdmin(
  db: Db,
  { id, role }: Pick<Account, 'id' | 'role'>,
  now: number,
): Promise<boolean> {
  if (role !== 'admin') return false
  const other = await db.get(sql`
    SELECT 1 AS found FROM users
    WHERE role = 'admin' AND id <> ${id} AND ${isActiveStaff(now)} LIMIT 1`)
  return other === undefined
}

/**
 * Throws 409 if the account is the only admin. Call it in the transaction that deletes the account and has locked its
 * row. Admins who leave at once wait for each other here. A demotion needs no such lock: the admin who demotes stays,
 * and their row is locked until the commit.
 */
async function requireAnotherAdmin(tx: Db, account: Account, now: number): Promise<void> {
  if (account.role !== 'admin') return
  await lockKey(tx, 'admins who leave')
  if (await isOnlyAdmin(tx, account, now)) throw new AppError('wrong_status', onlyAdminMessage)
}
