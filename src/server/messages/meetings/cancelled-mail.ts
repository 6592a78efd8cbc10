import sql from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { enqueueJob } from '../../jobs/job-queries.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { canBeMailed } from '../../students/can-be-mailed.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import { markMailed, type ThreadSide } from '../mails/message-mail-schedule.ts'
import { lockThread } from '../thread-locks.ts'
import { buildMeetingCancelled } from './meeting-mails.ts'
import { agreedOf, findWithThreads } from './meeting-queries.ts'
import { cancelledMailTime } from './meeting-times.ts'

const kind = 'meeting-cancelled'

interface Cancelled {
  meetingId: number
  /** The message that says so. */
  messageId: number
  /** Whether the student to tell is the buyer. */
  isBuyer: boolean
}

/**
 * Call it in the transaction that cancels a meeting before its time. The job emails the other student, unless they read
 * the message first. It names no account here, because locking one this late could cause a deadlock.
 */
export async function scheduleCancelledMail(
  tx: Db,
  { startsAt, now, ...payload }: Cancelled & { startsAt: number; now: number },
): Promise<void> {
  const cause = String(payload.meetingId)
  await enqueueJob(tx, { kind, cause, payload, runAt: cancelledMailTime(startsAt, now) }, now)
}

interface CancelledMailDeps {
  links: MailLinks
  verifyEmail: boolean
}

/** Emails a student that a meeting is cancelled, so that nobody waits there. */
export const cancelledMail = (deps: CancelledMailDeps): JobKind<Cancelled> => ({
  name: kind,
  delivery: 'at-least-once',
  run: ({ db, payload, now }) => db.transaction((tx) => writeMail(tx, payload, deps, now())),
})

/** Locks the account, then the thread, and writes the email if it still helps. */
async function writeMail(
  tx: Db,
  { meetingId, messageId, isBuyer }: Cancelled,
  { links, verifyEmail }: CancelledMailDeps,
  now: number,
) {
  const [meeting] = await findWithThreads(tx, sql`meetings.message_id = ${meetingId}`)
  const agreed = meeting && agreedOf(meeting)
  const studentId = isBuyer ? meeting?.buyer_id : meeting?.seller_id
  if (!meeting || !agreed || agreed.startsAt <= now || !studentId) return
  const student = await lockUserShared(tx, studentId)
  const isWanted = student && canBeMailed(student, verifyEmail) && student.mailMessages !== 'off'
  if (!isWanted) return
  const { startsAt, ...place } = agreed
  const side = { threadId: meeting.thread_id, isBuyer }
  await lockThread(tx, side.threadId)
  const unread = await countUnreadSince(tx, side, messageId)
  if (unread === 0) return
  const mailed = { ...place, threadId: side.threadId, startsAt: toIso(startsAt) }
  const delivery = {
    studentId,
    cause: `meeting ${meetingId} cancelled`,
    expiresAt: startsAt,
    topic: { kind: 'messages', id: studentId } as const,
    mailedMeeting: {
      id: meetingId,
      sequence: meeting.sequence,
      kind: 'cancelled',
      isBuyer,
    } as const,
  }
  await enqueueMail(tx, buildMeetingCancelled(student, mailed, links), delivery, now)
  // If nothing else is unread, an email about unread messages would say the same again.
  if (unread === 1) await markMailed(tx, side)
}

/** Counts the student's unread messages. Returns 0 if they have read this one. */
async function countUnreadSince(
  tx: Db,
  { threadId, isBuyer }: ThreadSide,
  messageId: number,
): Promise<number> {
  const row = await tx.get<{ unread: number }>(sql`
    SELECT unread FROM thread_members
    WHERE thread_id = ${threadId} AND is_buyer = ${Number(isBuyer)} AND read_id < ${messageId}`)
  return row?.unread ?? 0
}
