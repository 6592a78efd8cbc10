import { deleteExpiredContactReads } from '../contact/contact-read-queries.ts'
import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { deleteFinishedJobs } from '../jobs/job-queries.ts'
import { runEach } from '../jobs/run-each.ts'
import { deleteExpiredRateLimits } from '../limits/rate-limit.ts'
import { deleteExpiredRenewLinks } from '../listings/lifecycle/renew-link-queries.ts'
import { deleteFormerPrices } from '../listings/posting/price-queries.ts'
import { deleteExpiredThreads } from '../messages/thread-expiry-queries.ts'
import { deleteOldAppeals } from '../moderation/appeals/appeal-queries.ts'
import { deleteOldNotes } from '../moderation/note-queries.ts'
import { deleteExpiredKeptReports } from '../moderation/reports/kept-report-queries.ts'
import { deleteExpiredMailedListings } from '../saved/expired-saved-queries.ts'
import { deleteOldAnswerNotes } from '../signals/answers/answer-queries.ts'
import { deleteExpiredCodes } from '../students/confirmation/confirmation-code-queries.ts'
import { deleteExpiredSignUps } from '../students/confirmation/unconfirmed-sign-up-queries.ts'
import { deleteExpiredResets } from '../students/passwords/reset-queries.ts'
import { deleteExpiredRestrictions } from '../students/restrictions/restriction-queries.ts'
import { deleteExpiredSecurityEvents } from '../students/security-event-queries.ts'
import { deleteExpiredSessions } from '../students/sessions/session-queries.ts'
import { deleteExpiredViews } from '../visits/view-queries.ts'
import { deleteExpiredVisits } from '../visits/visit-queries.ts'

const deletions = [
  deleteExpiredSessions,
  deleteExpiredResets,
  deleteExpiredCodes,
  deleteExpiredSignUps,
  deleteExpiredRenewLinks,
  deleteExpiredContactReads,
  deleteExpiredSecurityEvents,
  deleteExpiredRestrictions,
  deleteExpiredThreads,
  deleteOldNotes,
  deleteExpiredKeptReports,
  deleteOldAppeals,
  deleteOldAnswerNotes,
  deleteExpiredRateLimits,
  deleteFinishedJobs,
  deleteExpiredVisits,
  deleteExpiredViews,
  deleteFormerPrices,
  deleteExpiredMailedListings,
]

/**
 * Deletes expired rows of every table every hour; a table that fails does not keep the others from their turn. Each uses
 * `cleanUp`, whose batches are statements: a process that stops begins no further one.
 */
export const expiredRowCleanup: JobKind = {
  name: 'expired-row-cleanup',
  delivery: 'at-least-once',
  isInterruptible: true,
  nextRunAt: (now) => now + hourMs,
  run({ db, now, signal }) {
    const run: Db['run'] = async (query) => {
      signal.throwIfAborted()
      return db.run(query)
    }
    return runEach(deletions, (deleteExpired) => deleteExpired({ ...db, run }, now()))
  },
}
