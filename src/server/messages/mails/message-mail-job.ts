import { categoryById, isForConfirmed } from '#categories/index.ts'
import { isTakenDown, statusAt } from '#contract/listing-status.ts'
import { isWaiting, meetingStateAt } from '#contract/meeting-rules.ts'
import { offerStateAt } from '#contract/offer-rules.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs, toIso } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { findListing, type ListingRow } from '../../listings/listing-queries.ts'
import { presentListing } from '../../listings/present-listing.ts'
import { batchMailValidMs, mailBatchJob } from '../../mail/mail-batch-job.ts'
import { enqueueMail, type MailedThread, type MailedThreadRules } from '../../mail/mail-jobs.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { canSee } from '../../policies.ts'
import { canBeMailed } from '../../students/can-be-mailed.ts'
import { isSuspended } from '../../students/restrictions/standing.ts'
import { type Account, lockUserShared } from '../../students/user-queries.ts'
import { findNewestMeeting } from '../meetings/late-move.ts'
import { isMeetingMailDue } from '../meetings/meeting-mail-job.ts'
import { findProposal } from '../meetings/meeting-queries.ts'
import { findLastOffer } from '../offers/offer-queries.ts'
import { lockThread } from '../thread-locks.ts'
import { buildMessageMail, loggedSubject, type MailedConversation } from './message-mail.ts'
import {
  findNextMailDue,
  findStudentsToMail,
  findThreadsToMail,
  markMailed,
  setMailDueAt,
  unmarkMailed,
} from './message-mail-schedule.ts'
import { findUnreadTexts, findUnreadThread, type UnreadThread } from './unread-thread.ts'

/** This interval is shorter than the time before an email is due, so a new message does not have to wake this job. */
const maxIntervalMs = minuteMs

/** The most texts that an email shows of one thread. The email says how many more there are. */
const maxTexts = 3
/** The most threads that one email shows. */
const maxThreads = 10

interface MessageMailDeps {
  links: MailLinks
  verifyEmail: boolean
}

/** Emails students about unread messages: one email per thread until they read it, or one a day for all threads. */
export const messageMails = (deps: MessageMailDeps): JobKind =>
  mailBatchJob({
    name: 'message-mails',
    nextRunAt: async (now, db) =>
      Math.min((await findNextMailDue(db)) ?? Infinity, now + maxIntervalMs),
    findRecipients: findStudentsToMail,
    write: (tx, studentId, now) => mailStudent(tx, studentId, deps, now),
  })

/** Locks the account first, so that it is not deleted during the run, then the threads. */
async function mailStudent(tx: Db, studentId: number, deps: MessageMailDeps, now: number) {
  const student = await lockUserShared(tx, studentId)
  if (!student) return
  const isReachable = canBeMailed(student, deps.verifyEmail)
  const due: UnreadThread[] = []
  for (const side of await findThreadsToMail(tx, studentId, now)) {
    await lockThread(tx, side.threadId)
    const thread = isReachable ? await findUnreadThread(tx, side, now) : undefined
    // Another process has already written the email.
    if (thread?.is_mailed) continue
    if (thread && thread.dueAt <= now) due.push(thread)
    else await setMailDueAt(tx, side, thread?.dueAt ?? null)
  }
  const mails = student.mailMessages === 'daily' ? [due] : due.map((thread) => [thread])
  for (const threads of mails) if (threads.length > 0) await mail(tx, student, threads, deps, now)
}

/**
 * One transaction writes the email and marks the threads, so the email is written only once. Each thread is checked
 * again when the email is sent.
 */
async function mail(
  tx: Db,
  student: Account,
  threads: UnreadThread[],
  { links }: MessageMailDeps,
  now: number,
) {
  const shown = threads.slice(0, maxThreads)
  const conversations: MailedConversation[] = []
  for (const thread of shown) conversations.push(await describe(tx, student, thread, now))
  const more = threads.length - shown.length
  const content = buildMessageMail(student, conversations, { more, links })
  const listingIds = conversations.flatMap(({ about }) => about?.listingId ?? [])
  const mailedThreads = threads.map(({ threadId, isBuyer, first_id: firstId }) => ({
    threadId,
    isBuyer,
    firstId,
  }))
  const delivery = { studentId: student.id, expiresAt: now + batchMailValidMs, loggedSubject }
  await enqueueMail(tx, content, { ...delivery, listingIds, mailedThreads }, now)
  for (const thread of threads) await markMailed(tx, thread)
}

/**
 * Leaves out the listing if a moderator or reports have taken it down. A suspended student gets the title alone of a
 * listing that is only for confirmed students.
 */
async function describe(
  tx: Db,
  student: Account,
  thread: UnreadThread,
  now: number,
): Promise<MailedConversation> {
  const { threadId, category, listing_id: listingId, unread } = thread
  const texts = await findUnreadTexts(tx, thread, maxTexts)
  const more = unread - texts.length
  const row = await findListing(tx, { category, id: listingId })
  const offer = await findOfferToAnswer(tx, thread, { row, now })
  const isProposal = await isProposalToAnswer(tx, thread, now)
  const sender = thread.other_first_name
  const conversation = { threadId, category, sender, texts, more, offer, isProposal }
  if (row && isTakenDown(row.status)) return conversation
  const title = row?.title ?? thread.title
  if (!title) return conversation
  const about = { listingId, title }
  const isClosed = isForConfirmed(categoryById[category]) && isSuspended(student, now)
  if (!row || isClosed || !canSee('student', row, now)) return { ...conversation, about }
  return { ...conversation, about: { ...about, listing: presentListing(row, now) } }
}

/** Finds the other student's offer if it is still open. */
async function findOfferToAnswer(
  tx: Db,
  { threadId, isBuyer }: UnreadThread,
  { row, now }: { row: ListingRow | undefined; now: number },
): Promise<MailedConversation['offer']> {
  const last = await findLastOffer(tx, threadId)
  const status = row && statusAt(row, now)
  const state = last && offerStateAt(last, { now, status, isThreadOpen: true })
  if (!last || state !== 'open' || last.is_from_buyer === Number(isBuyer)) return undefined
  return { amount: last.amount_cents / 100, endsAt: toIso(last.expires_at) }
}

/** Whether the other student's proposal to meet still waits for an answer. */
async function isProposalToAnswer(
  tx: Db,
  { threadId, isBuyer }: UnreadThread,
  now: number,
): Promise<boolean> {
  const { newest: meeting } = await findNewestMeeting(tx, threadId, now)
  if (!meeting || !isWaiting(meeting.proposal_until, now)) return false
  const state = meetingStateAt(meeting, { now, isThreadOpen: true })
  const proposal =
    state === 'open' || state === 'agreed' ? await findProposal(tx, meeting) : undefined
  return proposal !== undefined && proposal.is_from_buyer !== Number(isBuyer)
}

/** Whether the job would still write the same email now. An email may be sent long after it was written. */
async function areStillDue(db: Db, threads: MailedThread[], now: number): Promise<boolean> {
  for (const { firstId, ...side } of threads) {
    const thread = await findUnreadThread(db, side, now)
    if (thread?.first_id !== firstId || thread.dueAt > now) return false
  }
  return true
}

/**
 * Schedules the threads again in one transaction, so that the job writes a new email about everything that is still
 * unread.
 */
async function writeAnew(db: Db, threads: MailedThread[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { firstId, ...side } of threads) {
      await lockThread(tx, side.threadId)
      await unmarkMailed(tx, side, firstId, now)
    }
  })
}

/** The rules for the jobs that send the emails. */
export const mailedThreadRules: MailedThreadRules = { areStillDue, writeAnew, isMeetingMailDue }
