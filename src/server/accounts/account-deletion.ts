import type { FastifyRequest } from 'fastify'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import type { AccountDeps } from './account-deps.ts'
import { readClient } from './client.ts'
import { requireAnotherAdmin } from './only-admin.ts'
import { removeAccount } from './remove-account.ts'
import { accountTransaction } from './sessions/session-transaction.ts'

type DeletionDeps = Pick<
  AccountDeps,
  'config' | 'db' | 'store' | 'jobs' | 'purgeMails' | 'recordEvent' | 'now'
>

/** Deletes an account and everything that refers to it: first rows, then files. */
export async function deleteAccount(
  { config, db, store, jobs, purgeMails, recordEvent, now }: DeletionDeps,
  request: FastifyRequest,
): Promise<void> {
  // The row lock comes first, so that no mail to this user is queued after the delete below.
  const { email, photos } = await accountTransaction(db, request, async (tx, account) => {
    const { id, email } = account
    const context = { appUrl: config.APP_URL, now: now() }
    await requireAnotherAdmin(tx, account, context.now)
    await recordEvent(tx, 'account deletion', id, readClient(request))
    return { email, photos: await removeAccount(tx, id, context) }
  })
  jobs.wake()
  // The rows are committed: a failure here is only logged, and the photo cleanup deletes the rest.
  const logFailure = (error: unknown) =>
    request.log.warn({ err: error }, 'files of a removed account are left')
  await deleteUserPhotos({ db, store }, photos).catch(logFailure)
  await purgeMails(email).catch(logFailure)
}
