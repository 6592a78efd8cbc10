import type { FastifyRequest } from 'fastify'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import { readClient } from '../students/client.ts'
import { requireAnotherAdmin } from '../students/only-admin.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { accountTransaction } from '../students/sessions/session-transaction.ts'
import type { AccountDeps } from './account-deps.ts'
import { lockDeletions, removeAccount } from './remove-account.ts'

type DeletionDeps = Pick<
  AccountDeps,
  'config' | 'db' | 'store' | 'jobs' | 'purgeMails' | 'recordEvent' | 'now'
>

/** Deletes an account and everything that refers to it: first rows, then files. */
export async function deleteAccount(
  { config, db, store, jobs, purgeMails, recordEvent, now }: DeletionDeps,
  request: FastifyRequest,
): Promise<void> {
  const { email } = loggedInUser(request)
  const photos = await db.transaction(async (deletion) => {
    await lockDeletions(deletion, email)
    // The row is locked before anything else, so that no mail to this user is queued after the delete below.
    return accountTransaction(deletion, request, async (tx, account) => {
      const context = { appUrl: config.APP_URL, now: now() }
      await requireAnotherAdmin(tx, account, context.now)
      await recordEvent(tx, 'account deletion', account.id, readClient(request))
      return removeAccount(tx, account.id, context)
    })
  })
  jobs.wake()
  // The rows are committed: a failure here is only logged, and the photo cleanup deletes the rest.
  const logFailure = (error: unknown) =>
    request.log.warn({ err: error }, 'files of a removed account are left')
  await deleteUserPhotos({ db, store }, photos).catch(logFailure)
  await purgeMails(email).catch(logFailure)
}
