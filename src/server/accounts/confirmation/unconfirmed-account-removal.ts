import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { runEach } from '../../jobs/run-each.ts'
import type { MailTransport } from '../../mail/mail-transport.ts'
import { deleteUserPhotos } from '../../photos/delete-photo-files.ts'
import type { PhotoStore } from '../../photos/photo-store.ts'
import { removeAccount } from '../remove-account.ts'
import { lockUser } from '../user-queries.ts'
import { findAbandonedAccounts, isAbandoned } from './unconfirmed-account-queries.ts'

interface RemovalDeps {
  transport: Pick<MailTransport, 'purge'>
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info'>
}

/**
 * Removes accounts that were made while VERIFY_EMAIL was on, never confirmed, and have no listing. They may have photos
 * from a time when it was off.
 */
export function unconfirmedAccountRemoval({ transport, store, log }: RemovalDeps): JobKind {
  return {
    name: 'unconfirmed-account-removal',
    delivery: 'at-least-once',
    nextRunAt: (now) => now + hourMs,
    async run({ db, now }) {
      const time = now()
      let removed = 0
      await runEach(await findAbandonedAccounts(db, time), async ({ id, email }) => {
        // Before the row, which a second run would not find.
        await transport.purge?.(email)
        const photos = await removeIfAbandoned(db, id, time)
        if (!photos) return
        removed++
        // What fails here is left to the photo cleanup.
        await deleteUserPhotos({ db, store }, photos)
      }).finally(() => {
        if (removed > 0) log.info({ removed }, 'unconfirmed accounts removed')
      })
    },
  }
}

/** Undefined if the student has confirmed since it was found. */
function removeIfAbandoned(db: Db, id: number, now: number) {
  return db.transaction(async (tx) => {
    await lockUser(tx, id)
    return (await isAbandoned(tx, id, now)) ? removeAccount(tx, id) : undefined
  })
}
