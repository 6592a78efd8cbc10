import { isListed, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import type { JobKind, RunningJob } from '../../jobs/job-kind.ts'
import { enqueueJob } from '../../jobs/job-queries.ts'
import { batchMailValidMs, mailBatchJob } from '../../mail/mail-batch-job.ts'
import { type MailJobKind, reminderMailKind } from '../../mail/mail-kinds.ts'
import { type MailSender, toJobError } from '../../mail/mail-sender.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { findUser, lockUser } from '../../students/user-queries.ts'
import { endDueListings } from '../lifecycle/end-listings.ts'
import { generateRenewToken, laterEnd, saveRenewLink } from '../lifecycle/renew-links.ts'
import { findListingRows, type ListingRow } from '../listing-queries.ts'
import { presentListing } from '../present-listing.ts'
import {
  buildReminderMail,
  type ReminderItem,
  type ReminderSection,
  untitledSubject,
} from './reminder-mail.ts'
import {
  type DueReminder,
  findDueReminders,
  findSellersToRemind,
  markReminded,
  type Reminder,
  remindersKind,
  type SellerToRemind,
} from './reminder-queries.ts'

/** How many listings of each kind an email shows. The email says how many more there are. */
const maxShown = 10

/**
 * The payload holds only the listings to remind about. Everything else is read again when the email is sent. The
 * subject is for logs and exports.
 */
interface ReminderMailPayload {
  template: 'listing-reminders'
  subject: string
  /** Emails that an older version queued have this name too. */
  userId: number
  sections: DueSection[]
}

interface DueSection {
  reminder: Reminder
  due: DueReminder[]
}

/**
 * Emails sellers about listings that end soon, have ended or have long been pending. A seller gets one email a day for
 * all of them.
 */
export function listingReminders({ verifyEmail }: { verifyEmail: boolean }): JobKind {
  return mailBatchJob({
    name: remindersKind,
    // Listings that expire bring the run forward.
    nextRunAt: (now) => now + hourMs,
    async findRecipients(db, now) {
      // After a downtime, both reminders about a listing may be due. Expiring first makes the email say that the
      // listing has ended, not that it ends soon.
      await endDueListings(db, now)
      return findSellersToRemind(db, { verifyEmail, now })
    },
    write: queueReminders,
  })
}

/**
 * Queues a seller's email. Its cause is unique, so there is one email a day. Listings that become due after it wait for
 * the next day.
 */
async function queueReminders(tx: Db, { sellerId, cause }: SellerToRemind, now: number) {
  if (!(await lockUser(tx, sellerId))) return
  const sections: DueSection[] = []
  for (const reminder of ['ended', 'ending', 'pending'] as const) {
    const due = await findDueReminders(tx, sellerId, reminder, now)
    if (due.length > 0) sections.push({ reminder, due })
  }
  // Another process has already queued the email.
  if (sections.length === 0) return
  const counted = sections.map(({ reminder, due }) => ({ reminder, items: due, more: 0 }))
  const payload: ReminderMailPayload = {
    template: 'listing-reminders',
    subject: untitledSubject(counted),
    userId: sellerId,
    sections,
  }
  const expiresAt = now + batchMailValidMs
  const job = { kind: reminderMailKind, cause, payload, studentId: sellerId, expiresAt }
  if (!(await enqueueJob(tx, job, now))) return
  for (const { reminder, due } of sections) {
    for (const each of due) await markReminded(tx, reminder, each)
  }
}

interface SendDeps {
  sender: MailSender
  links: MailLinks
}

/**
 * Writes the email when it is sent. Listings that a moderator has hidden or the seller has dealt with by then are left
 * out.
 */
export const reminderMail = (deps: SendDeps): MailJobKind<ReminderMailPayload> => ({
  name: reminderMailKind,
  priority: 'bulk',
  delivery: 'at-least-once',
  run: (job) =>
    send(job, deps).catch((error) => {
      throw toJobError(error)
    }),
})

async function send(job: RunningJob<ReminderMailPayload>, { sender, links }: SendDeps) {
  const { db, payload } = job
  const seller = await findUser(db, payload.userId)
  if (!seller?.mailReminders) return sender.skip(payload, 'no longer due')
  const obstacle = await sender.findObstacle(db, seller.email)
  if (obstacle) return sender.skip(payload, obstacle)
  const now = job.now()
  const sections = await db.transaction((tx) => readSections(tx, payload.sections, now))
  if (sections.length === 0) return sender.skip(payload, 'no longer due')
  const mail = buildReminderMail(seller, sections, { links, now })
  return sender.send(job, mail, untitledSubject(sections))
}

/**
 * Reads the listings of the email. Each attempt makes its own links, so that no row of the queue holds a link. Links of
 * earlier attempts expire.
 */
async function readSections(tx: Db, sections: DueSection[], now: number) {
  const rows = await findListingRows(
    tx,
    sections.flatMap(({ due }) => due.map(({ id }) => id)),
  )
  const left: ReminderSection[] = []
  for (const { reminder, due } of sections) {
    const items = due.flatMap(({ id, time }) => {
      const row = rows.get(id)
      return row && isStillDue(reminder, row, time, now) ? row : []
    })
    if (items.length === 0) continue
    const shown = items.slice(0, maxShown).map((row) => presentItem(reminder, row, now))
    for (const { token, listing } of shown) if (token) await saveRenewLink(tx, token, listing)
    left.push({ reminder, items: shown, more: items.length - shown.length })
  }
  return left
}

function isStillDue(reminder: Reminder, row: ListingRow, time: number, now: number): boolean {
  const status = statusAt(row, now)
  switch (reminder) {
    case 'ended':
      return status === 'expired' && row.ends_at === time
    case 'ending':
      return isListed(status) && row.ends_at === time
    case 'pending':
      return status === 'pending' && row.status_changed_at === time
  }
}

function presentItem(reminder: Reminder, row: ListingRow, now: number): ReminderItem {
  const listing = presentListing(row, now)
  const isRenewable = reminder !== 'pending' && laterEnd(listing, now) !== undefined
  return {
    listing,
    since: row.status_changed_at,
    ...(isRenewable && { token: generateRenewToken() }),
  }
}
