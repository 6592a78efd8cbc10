import type { FastifyBaseLogger } from 'fastify'
import type { User } from '#contract/accounts.ts'
import { banUndoDays } from '#contract/moderation-rules.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runEach } from '../jobs/run-each.ts'
import type { MailTransport } from '../mail/mail-transport.ts'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import {
  findAbandonedAccounts,
  isAbandoned,
} from '../students/confirmation/unconfirmed-sign-ups.ts'
import { findUsersToDelete, isUserToDelete } from '../students/restrictions/requests.ts'
import { findBannedUsers, isUserBanned } from '../students/restrictions/restriction-queries.ts'
import { lockUser } from '../students/user-queries.ts'
import { deleteAccount, lockDeletions } from './account-deletion.ts'

interface DeletionDeps {
  appUrl: string
  transport: Pick<MailTransport, 'purge'>
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info'>
}

/** Deletes banned accounts once an undo can no longer bring them back. The ban stays, with a hash of the mailbox. */
export const bannedAccountDeletion = (deps: DeletionDeps): JobKind =>
  accountDeletion(deps, {
    name: 'banned-account-removal',
    message: 'banned accounts removed',
    find: (db, now) => findBannedUsers(db, now - banUndoDays * dayMs),
    isDue: (tx, id, now) => isUserBanned(tx, id, now - banUndoDays * dayMs),
  })

/**
 * Deletes accounts that were created while VERIFY_EMAIL was on, were never confirmed and have no listing. Such an
 * account may have photos from a time when VERIFY_EMAIL was off.
 */
export const unconfirmedAccountDeletion = (deps: DeletionDeps): JobKind =>
  accountDeletion(deps, {
    name: 'unconfirmed-account-removal',
    message: 'unconfirmed accounts removed',
    find: findAbandonedAccounts,
    isDue: isAbandoned,
  })

/** Deletes accounts whose deletion a student asked for, once the days in which they can be kept are over. */
export const requestedAccountDeletion = (deps: DeletionDeps): JobKind =>
  accountDeletion(deps, {
    name: 'requested-account-removal',
    message: 'accounts removed on request',
    find: findUsersToDelete,
    isDue: isUserToDelete,
  })

interface DeletionRule {
  /** The name of the job. Stored jobs have this name, so it still says "removal". */
  name: string
  /** The log line with the number of deleted accounts. */
  message: string
  find: (db: Db, now: number) => Promise<Pick<User, 'id' | 'email'>[]>
  /** Decides again once the row is locked. */
  isDue: (tx: Db, id: number, now: number) => Promise<boolean>
}

/** Deletes the accounts that a rule finds, every hour. */
function accountDeletion(
  { appUrl, transport, store, log }: DeletionDeps,
  { name, message, find, isDue }: DeletionRule,
): JobKind {
  /** Resolves to undefined if the account is no longer due. */
  const deleteIfDue = (db: Db, { id, email }: Pick<User, 'id' | 'email'>, now: number) =>
    db.transaction(async (tx) => {
      await lockDeletions(tx, email)
      await lockUser(tx, id)
      return (await isDue(tx, id, now)) ? deleteAccount(tx, id, { appUrl, now }) : undefined
    })
  return {
    name,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + hourMs,
    async run({ db, now, signal }) {
      const time = now()
      let removed = 0
      await runEach(await find(db, time), signal, async (user) => {
        // Emails are deleted before the row, because a second run would no longer find the row.
        await transport.purge?.(user.email)
        const photos = await deleteIfDue(db, user, time)
        if (!photos) return
        removed++
        // If this fails, the photo cleanup deletes the photos.
        await deleteUserPhotos({ db, store }, photos)
      }).finally(() => {
        if (removed > 0) log.info({ removed }, message)
      })
    },
  }
}
