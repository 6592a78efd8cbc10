import { categoryById } from '#categories/index.ts'
import { lockUser } from '../accounts/user-queries.ts'
import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { batchMailValidMs, mailBatchJob } from '../mail/mail-batch-job.ts'
import { enqueueMail } from '../mail/mail-jobs.ts'
import type { MailLinks } from '../mail/unsubscribe-links.ts'
import { endDueListings } from './end-listings.ts'
import { findListing } from './listing-queries.ts'
import { presentListing } from './present-listing.ts'
import { buildReminderMail, type ReminderItem, untitledSubject } from './reminder-mail.ts'
import {
  type DueReminder,
  findDueReminders,
  findSellersToRemind,
  markReminded,
  type Reminder,
  remindersKind,
  type SellerToRemind,
} from './reminder-queries.ts'
import { generateRenewToken, laterEnd, saveRenewLink } from './renew-links.ts'

/** Of each kind of reminder; the mail says how many more there are. */
const maxShown = 10

interface ReminderDeps {
  links: MailLinks
  verifyEmail: boolean
}

/** Mails sellers about listings that end soon, have ended or have been pending for long: one mail a day for all. */
export function listingReminders(deps: ReminderDeps): JobKind {
  const { verifyEmail } = deps
  return mailBatchJob({
    name: remindersKind,
    // What became due during the run was not seen by it.
    nextRunAt: async (now, db) =>
      (await findSellersToRemind(db, { verifyEmail, now })).length > 0 ? now : now + hourMs,
    async findRecipients(db, now) {
      // After a stop both are due: of what has ended the mail says so, and not that it ends soon.
      await endDueListings(db, now)
      return findSellersToRemind(db, { verifyEmail, now })
    },
    write: (tx, seller, now) => remindSeller(tx, seller, deps, now),
  })
}

/** The cause is unique, so there is one mail a day; what becomes due after it waits for the next day. */
async function remindSeller(
  tx: Db,
  { sellerId, cause }: SellerToRemind,
  { links }: ReminderDeps,
  now: number,
) {
  const seller = await lockUser(tx, sellerId)
  if (!seller) return
  const sections = []
  for (const reminder of ['ended', 'ending', 'pending'] as const) {
    const due = await findDueReminders(tx, sellerId, reminder, now)
    if (due.length > 0)
      sections.push({ reminder, due, ...(await readShown(tx, reminder, due, now)) })
  }
  // Another process was faster.
  if (sections.length === 0) return
  const mail = buildReminderMail(seller, sections, { links, now })
  const listingIds = sections.flatMap(({ items }) => items.map(({ listing }) => listing.id))
  const delivery = {
    userId: seller.id,
    cause,
    expiresAt: now + batchMailValidMs,
    topic: { kind: 'reminders', id: seller.id } as const,
    listingIds,
    loggedSubject: untitledSubject(sections),
  }
  if (!(await enqueueMail(tx, mail, delivery, now))) return
  for (const { reminder, due, items } of sections) {
    for (const { token, listing } of items) if (token) await saveRenewLink(tx, token, listing)
    for (const each of due) await markReminded(tx, reminder, each)
  }
}

async function readShown(tx: Db, reminder: Reminder, due: DueReminder[], now: number) {
  const items: ReminderItem[] = []
  for (const { id, category: categoryId } of due.slice(0, maxShown)) {
    const category = categoryById[categoryId]
    const row = await findListing(tx, categoryId, id)
    if (!row) continue
    const listing = presentListing(category, row, now)
    const isRenewable = reminder !== 'pending' && laterEnd(category, listing, now) !== undefined
    items.push({
      category,
      listing,
      since: row.status_changed_at,
      ...(isRenewable && { token: generateRenewToken() }),
    })
  }
  return { items, more: due.length - items.length }
}
