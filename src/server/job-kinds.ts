import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import {
  bannedAccountDeletion,
  requestedAccountDeletion,
  unconfirmedAccountDeletion,
} from './account/account-deletion-jobs.ts'
import type { KeyedHash } from './app-secret.ts'
import { backupRehearsal } from './backup/backup-rehearsal.ts'
import { readBackupState } from './backup/backup-state.ts'
import { dailyBackup } from './backup/daily-backup.ts'
import { backupCleanup } from './backup/upgrade-backup.ts'
import type { Config } from './config.ts'
import type { Counts } from './counts/counts.ts'
import type { Dialect } from './database/database.ts'
import type { S3Config } from './files/s3-url.ts'
import type { Geocoder } from './geocoding/geocoder.ts'
import type { JobKind } from './jobs/job-kind.ts'
import { endListings } from './listings/lifecycle/end-listings.ts'
import { locateListing } from './listings/posting/locate-listing.ts'
import { listingReminders, reminderMail } from './listings/reminders/listing-reminders.ts'
import { reindexJob } from './listings/search/reindex-listings.ts'
import { mailJobs } from './mail/mail-jobs.ts'
import type { MailJobKind } from './mail/mail-kinds.ts'
import { createMailSender } from './mail/mail-sender.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { createMailLinks, type MailLinks } from './mail/unsubscribe-links.ts'
import { expiredRowCleanup } from './maintenance/expired-row-cleanup.ts'
import { mailedThreadRules, messageMails } from './messages/mails/message-mail-job.ts'
import { cancelledMail } from './messages/meetings/cancelled-mail.ts'
import { meetingMails } from './messages/meetings/meeting-mail-job.ts'
import { waitingCasesMail } from './moderation/mails/waiting-mail.ts'
import { expireReportedGone } from './moderation/reports/reported-gone.ts'
import { showAgain } from './moderation/reports/show-again.ts'
import { roleEnds } from './moderation/roles/role-ends.ts'
import { alertsJob, webhookJob } from './operations/alerts.ts'
import { findAdminTasks } from './operations/read-waiting.ts'
import { measureSizes } from './operations/site-health.ts'
import { weeklyFigures } from './operations/weekly-figures.ts'
import { weeklyMailJob } from './operations/weekly-mail.ts'
import { photoCheck, photoCleanup } from './photos/delete-unused-photos.ts'
import { hashPhotos } from './photos/hash-photos.ts'
import type { PhotoStore } from './photos/photo-store.ts'
import { savedMailsDaily, savedMailsSoon } from './saved/mails/saved-mail-jobs.ts'
import { savedMail } from './saved/mails/send-saved-mail.ts'
import { priceGroupsJob } from './signals/prices/count-price-groups.ts'
import { saleFiguresJob } from './signals/sales/count-sales.ts'
import { isTurnedOff } from './students/mail-settings.ts'

interface JobKindDeps {
  config: Config
  appUrl: string
  verifyEmail: boolean
  dialect: Dialect
  databaseUrl: string | undefined
  /** The bucket of BACKUP_S3_URL. */
  backupBucket: S3Config | undefined
  dataDir: string
  store: PhotoStore
  transport: MailTransport
  keyedHash: KeyedHash
  counts: Counts
  geocoder: Geocoder | undefined
  log: FastifyBaseLogger
}

/** Creates all kinds of work that happens later or on a clock. */
export function createJobKinds(deps: JobKindDeps): JobKind[] {
  const { appUrl, verifyEmail, dialect, dataDir, store, transport, keyedHash, log } = deps
  const { databaseUrl, backupBucket: bucket, config } = deps
  const makesBackups = dialect === 'sqlite' || bucket !== undefined
  const links = createMailLinks(appUrl, keyedHash)
  const backups = join(dataDir, 'backups')
  const kinds: JobKind[] = [
    ...createMailKinds(deps, links),
    endListings,
    listingReminders({ verifyEmail }),
    messageMails({ links, verifyEmail }),
    meetingMails({ links, verifyEmail }),
    cancelledMail({ links, verifyEmail }),
    savedMailsSoon({ verifyEmail }),
    savedMailsDaily({ verifyEmail }),
    bannedAccountDeletion({ appUrl, transport, store, log }),
    requestedAccountDeletion({ appUrl, transport, store, log }),
    roleEnds({ appUrl }),
    showAgain({ appUrl }),
    expireReportedGone({ appUrl }),
    photoCleanup({ store, log }),
    photoCheck({ store }),
    hashPhotos({ store, log }),
    expiredRowCleanup,
    reindexJob(log),
    locateListing(deps.geocoder),
    priceGroupsJob(log),
    saleFiguresJob(log),
    waitingCasesMail,
    backupCleanup({ folder: backups }),
    backupRehearsal({ folder: backups, bucket, databaseUrl, log }),
    weeklyFigures,
    measureSizes,
    alertsJob({
      appUrl,
      makesBackups,
      isTryOut: config.isTryOut,
      hasWebhook: config.WEBHOOK_URL !== undefined,
      readBackups: readBackupState,
    }),
    webhookJob(config.WEBHOOK_URL),
    weeklyMailJob({
      links,
      findTasks: (db, now) => findAdminTasks(db, now, { config, readBackups: readBackupState }),
    }),
  ]
  // While VERIFY_EMAIL is off, all students count as confirmed.
  if (verifyEmail) kinds.push(unconfirmedAccountDeletion({ appUrl, transport, store, log }))
  // PostgreSQL has its own backup tools, and any machine may run the job, so only a bucket can hold these backups.
  if (makesBackups) kinds.push(dailyBackup({ folder: backups, bucket, log }))
  return kinds
}

/** Creates the kinds that send emails. */
function createMailKinds({ transport, log, counts, verifyEmail }: JobKindDeps, links: MailLinks) {
  const sender = createMailSender({ transport, log, counts })
  return [
    ...mailJobs({ sender, threadRules: mailedThreadRules, isTurnedOff }),
    savedMail({ sender, links, verifyEmail }),
    reminderMail({ sender, links }),
  ] satisfies MailJobKind[]
}
