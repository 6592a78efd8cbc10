import type { FastifyBaseLogger } from 'fastify'
import { deleteMailTo } from '../mail/mail-queue.ts'
import { photosOfStudent } from '../photos/photo-queries.ts'
import { removeLeftPhotos } from '../photos/remove-photos.ts'
import type { AccountParts } from './account-parts.ts'
import { deleteUser, lockUser } from './user-queries.ts'

interface Leaving {
  id: number
  email: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Removes an account and everything that names it: rows, then files. */
export async function removeAccount(
  { db, store, mail, onAccountRemoval }: AccountParts,
  { id, email, log }: Leaving,
): Promise<void> {
  const photos = await db.transaction(async (tx) => {
    // First, so that no mail is written to them from here on.
    await lockUser(tx, id)
    const theirs = await photosOfStudent(tx, id)
    await onAccountRemoval(tx, id)
    await deleteMailTo(tx, email)
    await deleteUser(tx, id)
    return theirs
  })
  // The account is gone whatever happens now; a sweep takes away what stays behind.
  const failed = (error: unknown) => log.warn({ err: error }, 'files of a removed account are left')
  await removeLeftPhotos({ db, store }, photos).catch(failed)
  await mail.forget(email).catch(failed)
}
