import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountExport } from '#contract/account-export.ts'
import { studentReader } from '../contact/contact-read-queries.ts'
import { writeIfPossible } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import type { RateLimit, RateLimitRule } from '../limits/rate-limit.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { readClient } from '../students/client.ts'
import { hasToConfirm } from '../students/confirmation/confirmation.ts'
import type { StudentDeps } from '../students/student-deps.ts'
import type { Account } from '../students/user-queries.ts'
import {
  exportAddressesSeen,
  exportAddressSeenBy,
  exportConfirmationCodes,
  exportListings,
  exportMails,
  exportResets,
  exportSecurityEvents,
  exportSessions,
  exportUploads,
} from './account-export-queries.ts'
import { exportBlocks, exportThreads } from './message-export-queries.ts'
import {
  exportAppeals,
  exportDecisions,
  exportReports,
  exportSignalAnswers,
} from './moderation-export-queries.ts'
import { presentOwnAccount } from './present-own-account.ts'
import {
  exportFavourites,
  exportMailedListings,
  exportSavedSearches,
} from './saved-export-queries.ts'

/** A download reads all tables, and whoever has the link in a ban email can ask without a session. */
const exportsPerAccount: RateLimitRule = {
  name: 'exports',
  max: 20,
  windowMs: hourMs,
  message: 'You can download your data 20 times an hour. Please try again later.',
}

/** Beyond it a download is only logged: a script must not fill the table, nor push the rest off the account page. */
const storedExportsPerAccount: RateLimit = { name: 'stored-exports', max: 1, windowMs: hourMs }

/** For all accounts together, because the form in a ban email is not in the queue of reads. */
const withExportSlot = createSemaphore({ concurrency: 2, maxWaiting: 20 })

type ExportDeps = Pick<
  StudentDeps,
  'db' | 'keyedHash' | 'rateLimiter' | 'recordEvent' | 'sessionParts' | 'now'
>

/** All that names the student, as a file; the student sees on the account page that it was downloaded. */
export async function exportAccount(
  deps: ExportDeps,
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountExport> {
  const { db, rateLimiter, recordEvent } = deps
  const key = String(account.id)
  const client = readClient(request)
  await writeIfPossible(rateLimiter.take(db, exportsPerAccount, key))
  const recording = db.transaction(async (tx) => {
    const { isAllowed } = await rateLimiter.tryTake(tx, storedExportsPerAccount, key)
    await recordEvent(tx, 'data export', account.id, client, { isStored: isAllowed })
  })
  // Students get their data from a full disk, too; the log has the event then.
  if ((await writeIfPossible(recording)) === 'failed') {
    await recordEvent(db, 'data export', account.id, client, { isStored: false })
  }
  const data = await withExportSlot(() => readExport(deps, account), key)
  reply.header('content-disposition', 'attachment; filename="quad-export.json"')
  return data
}

async function readExport(
  { db, keyedHash, sessionParts, now }: ExportDeps,
  account: Account,
): Promise<AccountExport> {
  const { id } = account
  const time = now()
  return {
    exportedAt: new Date(time).toISOString(),
    user: await presentOwnAccount(db, account, {
      verifyEmail: true,
      canStartThreads: true,
      parts: sessionParts,
      now: time,
    }),
    sessions: await exportSessions(db, id),
    securityEvents: await exportSecurityEvents(db, id),
    resets: await exportResets(db, id),
    confirmationCodes: await exportConfirmationCodes(db, id),
    // Counted by mailbox, and a stranger may have signed up with one of its plus addresses.
    addressesSeen: hasToConfirm(account)
      ? []
      : await exportAddressesSeen(db, studentReader(keyedHash, account)),
    addressSeenBy: await exportAddressSeenBy(db, id),
    listings: await exportListings(db, id),
    uploads: await exportUploads(db, id),
    favourites: await exportFavourites(db, id),
    savedSearches: await exportSavedSearches(db, id),
    mailedListings: await exportMailedListings(db, id),
    threads: await exportThreads(db, id),
    blocks: await exportBlocks(db, id),
    reports: await exportReports(db, id),
    decisions: await exportDecisions(db, id),
    appeals: await exportAppeals(db, id),
    signalAnswers: await exportSignalAnswers(db, id),
    mails: await exportMails(db, id),
  }
}
