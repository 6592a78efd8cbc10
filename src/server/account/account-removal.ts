import type { FastifyBaseLogger } from 'fastify'
import type { User } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runEach } from '../jobs/run-each.ts'
import type { MailTransport } from '../mail/mail-transport.ts'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { lockUser } from '../students/user-queries.ts'
import { lockDeletions, removeAccount } from './remove-account.ts'

export interface RemovalDeps {
  appUrl: string
  transport: Pick<MailTransport, 'purge'>
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info'>
}

interface RemovalRule {
  /** Of the job. */
  name: string
  /** Of the line of the log that counts them. */
  message: string
  find: (db: Db, now: number) => Promise<Pick<User, 'id' | 'email'>[]>
  /** Asked again once the row is locked. */
  isDue: (tx: Db, id: number, now: number) => Promise<boolean>
}

/** Removes accounts every hour that nobody is to use any more. */
export function accountRemoval(
  { appUrl, transport, store, log }: RemovalDeps,
  { name, message, find, isDue }: RemovalRule,
): JobKind {
  /** Undefined if it is not due any more. */
  const removeIfDue = (db: Db, { id, email }: Pick<User, 'id' | 'email'>, now: number) =>
    db.transaction(async (tx) => {
      await lockDeletions(tx, email)
      await lockUser(tx, id)
      return (await isDue(tx, id, now)) ? removeAccount(tx, id, { appUrl, now }) : undefined
    })
  return {
    name,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + hourMs,
    async run({ db, now, signal }) {
      const time = now()
      let removed = 0
      await runEach(await find(db, time), async (user) => {
        signal.throwIfAborted()
        // Before the row, which a second run would not find.
        await transport.purge?.(user.email)
        const photos = await removeIfDue(db, user, time)
        if (!photos) return
        removed++
        // What fails here is left to the photo cleanup.
        await deleteUserPhotos({ db, store }, photos)
      }).finally(() => {
        if (removed > 0) log.info({ removed }, message)
      })
    },
  }
}
