import sql from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import { minuteMs, toIso } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { batchMailValidMs, mailBatchJob } from '../../mail/mail-batch-job.ts'
import { enqueueMail, type MailedMeeting } from '../../mail/mail-jobs.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { canBeMailed } from '../../students/can-be-mailed.ts'
import { type Account, lockUserShared } from '../../students/user-queries.ts'
import { isBlockedBy } from '../thread-access.ts'
import { lockThread } from '../thread-locks.ts'
import { storeLateMove } from './late-move.ts'
import { buildMeetingQuestion, buildMeetingReminder } from './meeting-mails.ts'
import { agreedOf, findWithThreads, type LiveMeetingRow } from './meeting-queries.ts'

/** The longest pause between two runs. A meeting that is agreed in between may be reminded of this much later. */
const maxIntervalMs = 5 * minuteMs

interface MeetingMailDeps {
  links: MailLinks
  verifyEmail: boolean
}

interface DueMeeting {
  id: number
  due: Exclude<MailedMeeting['kind'], 'cancelled'>
}

/** Reminds both students of a meeting, and asks both afterwards whether it worked out. Each email is written once. */
export const meetingMails = (deps: MeetingMailDeps): JobKind =>
  mailBatchJob<DueMeeting>({
    name: 'meeting-mails',
    nextRunAt: async (now, db) =>
      Math.min((await findNextDue(db)) ?? Infinity, now + maxIntervalMs),
    findRecipients: findDue,
    write: (tx, meeting, now) => writeMails(tx, meeting, deps, now),
  })

async function findNextDue(db: Db): Promise<number | null> {
  const remind = await db.get<{ at: number | null }>(sql`
    SELECT MIN(remind_at) AS at FROM meetings WHERE remind_at IS NOT NULL`)
  const ask = await db.get<{ at: number | null }>(sql`
    SELECT MIN(ask_at) AS at FROM meetings WHERE ask_at IS NOT NULL`)
  const times = [remind?.at, ask?.at].filter((time) => typeof time === 'number')
  return times.length === 0 ? null : Math.min(...times)
}

/** The plus signs keep SQLite from reading all meetings in the order of their ids instead of the indexes on times. */
export async function findDue(db: Db, now: number): Promise<DueMeeting[]> {
  const reminders = await db.all<{ id: number }>(sql`
    SELECT message_id AS id FROM meetings WHERE remind_at <= ${now} ORDER BY +message_id`)
  const questions = await db.all<{ id: number }>(sql`
    SELECT message_id AS id FROM meetings WHERE ask_at <= ${now} ORDER BY +message_id`)
  return [
    ...reminders.map(({ id }) => ({ id, due: 'reminder' as const })),
    ...questions.map(({ id }) => ({ id, due: 'question' as const })),
  ]
}

/** Locks the accounts in the order of ids, then the thread, and writes the emails that are still due. */
async function writeMails(tx: Db, { id, due }: DueMeeting, deps: MeetingMailDeps, now: number) {
  const find = async () => (await findWithThreads(tx, sql`meetings.message_id = ${id}`))[0]
  const found = await find()
  if (!found) return
  const accounts = await lockAccounts(tx, found)
  await lockThread(tx, found.thread_id)
  const meeting = await find()
  if (!meeting || !(await isStillDue(tx, id, due, now))) return
  if (due === 'question') await storeLateMove(tx, meeting.thread_id, now)
  await markWritten(tx, id, due)
  const isLate = due === 'reminder' && now >= (meeting.starts_at ?? 0)
  if (isLate || (await isBlocked(tx, accounts))) return
  for (const student of accounts) {
    const isBuyer = student.id === meeting.buyer_id
    const outcome = isBuyer ? meeting.buyer_outcome : meeting.seller_outcome
    if (due === 'question' && outcome !== null) continue
    if (!canBeMailed(student, deps.verifyEmail) || student.mailMessages === 'off') continue
    await queueMail(tx, student, { meeting, due, isBuyer, links: deps.links, now })
  }
}

async function lockAccounts(tx: Db, { buyer_id, seller_id }: LiveMeetingRow): Promise<Account[]> {
  const ids = [buyer_id, seller_id].filter((id) => id !== null).sort((a, b) => a - b)
  const accounts: Account[] = []
  for (const id of ids) {
    const account = await lockUserShared(tx, id)
    if (account) accounts.push(account)
  }
  return accounts
}

async function isBlocked(tx: Db, accounts: Account[]): Promise<boolean> {
  const [one, other] = accounts
  if (!one || !other) return false
  return (await isBlockedBy(tx, one.id, other)) || (await isBlockedBy(tx, other.id, one))
}

const columnOf = { reminder: sql`remind_at`, question: sql`ask_at` }

async function isStillDue(tx: Db, id: number, due: DueMeeting['due'], now: number) {
  const row = await tx.get(sql`
    SELECT 1 AS found FROM meetings WHERE message_id = ${id} AND ${columnOf[due]} <= ${now}`)
  return row !== undefined
}

/** Once the question is asked, the meeting is over. */
async function markWritten(tx: Db, id: number, due: DueMeeting['due']) {
  const isOver =
    due === 'question' ? sql`, state = 'over', proposal_id = NULL, proposal_until = NULL` : sql``
  await tx.run(sql`
    UPDATE meetings SET ${columnOf[due]} = NULL ${isOver} WHERE message_id = ${id}`)
}

interface QueuedMail {
  meeting: LiveMeetingRow
  due: DueMeeting['due']
  isBuyer: boolean
  links: MailLinks
  now: number
}

async function queueMail(
  tx: Db,
  student: Account,
  { meeting, due, isBuyer, links, now }: QueuedMail,
) {
  const agreed = agreedOf(meeting)
  if (!agreed) return
  const { startsAt, ...place } = agreed
  // We send no buyer to the address of a listing that was taken down. Its conversations have no title, also once the seller
  // deletes it.
  const leadsToListing = due === 'reminder' && isBuyer && place.place_kind === 'address'
  if (leadsToListing && meeting.title === '') return
  const mailed = { ...place, threadId: meeting.thread_id, startsAt: toIso(startsAt) }
  const mail =
    due === 'reminder'
      ? buildMeetingReminder(student, mailed, links)
      : buildMeetingQuestion(student, mailed, links)
  const delivery = {
    studentId: student.id,
    expiresAt: due === 'reminder' ? startsAt : now + batchMailValidMs,
    topic: { kind: 'messages', id: student.id } as const,
    ...(leadsToListing && { listingIds: [meeting.listing_id] }),
    mailedMeeting: { id: meeting.message_id, sequence: meeting.sequence, kind: due, isBuyer },
  }
  await enqueueMail(tx, mail, delivery, now)
}

/** Whether an email about a meeting still says what is true. It may be sent long after it was written. */
export async function isMeetingMailDue(
  db: Db,
  { id, sequence, kind, isBuyer }: MailedMeeting,
): Promise<boolean> {
  const [meeting] = await findWithThreads(db, sql`meetings.message_id = ${id}`)
  if (!meeting || meeting.sequence !== sequence) return false
  if (kind === 'cancelled') return meeting.state === 'cancelled'
  if (meeting.state !== 'agreed' && meeting.state !== 'over') return false
  if (kind === 'reminder') return true
  return (isBuyer ? meeting.buyer_outcome : meeting.seller_outcome) === null
}
