import { banUndoDays } from '#contract/moderation-rules.ts'
import { dayMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { findBannedUsers, isUserBanned } from '../students/restrictions/restriction-queries.ts'
import { accountRemoval, type RemovalDeps } from './account-removal.ts'

/** Removes closed accounts once they can no longer come back with an undo. Their restriction stays: a hash of the mailbox. */
export const bannedAccountRemoval = (deps: RemovalDeps): JobKind =>
  accountRemoval(deps, {
    name: 'banned-account-removal',
    message: 'banned accounts removed',
    find: (db, now) => findBannedUsers(db, now - banUndoDays * dayMs),
    isDue: (tx, id, now) => isUserBanned(tx, id, now - banUndoDays * dayMs),
  })
