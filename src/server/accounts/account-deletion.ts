import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '#contract/accounts.ts'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import { findUserPhotos } from '../photos/photo-queries.ts'
import type { AccountDeps } from './account-deps.ts'
import { requireSession } from './session-transaction.ts'
import { deleteUser, lockUser } from './user-queries.ts'

/** Deletes an account and everything that refers to it: first rows, then files. */
export async function deleteAccount(
  { db, store, purgeMails, onAccountDeletion }: AccountDeps,
  { id, email }: Pick<SessionUser, 'id' | 'email'>,
  request: Pick<FastifyRequest, 'selectorHash' | 'log'>,
): Promise<void> {
  const photos = await db.transaction(async (tx) => {
    // The row lock comes first, so that no mail to this user is queued after the delete below.
    await lockUser(tx, id)
    await requireSession(tx, request)
    const userPhotos = await findUserPhotos(tx, id)
    await onAccountDeletion(tx, id)
    await deleteUser(tx, id)
    return userPhotos
  })
  // The rows are committed: a failure here is only logged, and the photo cleanup deletes the rest.
  const logFailure = (error: unknown) =>
    request.log.warn({ err: error }, 'files of a removed account are left')
  await deleteUserPhotos({ db, store }, photos).catch(logFailure)
  await purgeMails(email).catch(logFailure)
}
