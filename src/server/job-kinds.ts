import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { unconfirmedAccountRemoval } from './accounts/confirmation/unconfirmed-account-removal.ts'
import { bannedAccountRemoval } from './accounts/restrictions/banned-account-removal.ts'
import { dailyBackup } from './backup/daily-backup.ts'
import type { Dialect } from './database/database.ts'
import type { JobKind } from './jobs/job-kind.ts'
import { endListings } from './listings/end-listings.ts'
import { listingReminders } from './listings/listing-reminders.ts'
import { reindexJob } from './listings/reindex-job.ts'
import { mailJobs } from './mail/mail-jobs.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { expiredRowCleanup } from './maintenance/expired-row-cleanup.ts'
import { messageMails } from './messages/mails/message-mail-job.ts'
import { mailedThreadRules } from './messages/mails/still-due.ts'
import { waitingMail } from './moderation/mails/waiting-mail-job.ts'
import { expireGone } from './moderation/reports/expire-gone.ts'
import { showAgain } from './moderation/reports/show-again.ts'
import { photoCleanup } from './photos/photo-cleanup.ts'
import type { PhotoStore } from './photos/photo-store.ts'

interface JobKindDeps {
  appUrl: string
  verifyEmail: boolean
  dialect: Dialect
  dataDir: string
  store: PhotoStore
  transport: MailTransport
  log: FastifyBaseLogger
}

/** Everything that happens later or on a clock. */
export function createJobKinds(deps: JobKindDeps): JobKind[] {
  const { appUrl, verifyEmail, dialect, dataDir, store, transport, log } = deps
  const kinds = [
    ...mailJobs({ transport, log, threadRules: mailedThreadRules }),
    endListings,
    listingReminders({ appUrl, verifyEmail }),
    messageMails({ appUrl, verifyEmail }),
    bannedAccountRemoval({ appUrl, transport, store, log }),
    showAgain({ appUrl }),
    expireGone({ appUrl }),
    photoCleanup({ store, log }),
    expiredRowCleanup,
    reindexJob(log),
    waitingMail,
  ]
  // Without it they count as confirmed.
  if (verifyEmail) kinds.push(unconfirmedAccountRemoval({ appUrl, transport, store, log }))
  // PostgreSQL has its own tools.
  if (dialect === 'sqlite') kinds.push(dailyBackup({ folder: join(dataDir, 'backups'), log }))
  return kinds
}
