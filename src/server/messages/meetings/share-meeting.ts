import { randomBytes } from 'node:crypto'
import { mailboxOf } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import { formatPlace, isBeforeMeetingEnd, meetingMs } from '#contract/meeting-rules.ts'
import type { MeetingLink } from '#contract/meetings.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { perDay, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import { hashToken } from '../../students/sessions/session-token.ts'
import { bumpMessageVersions } from '../message-version-queries.ts'
import { lockForWriting } from '../send-message.ts'
import { requireReachable } from '../thread-access.ts'
import { deleteLink, findLinkedMeeting, saveLink } from './meeting-link-queries.ts'
import { findMeeting } from './meeting-queries.ts'

const linksPerDay: RateLimitRule = {
  name: 'meeting-links',
  ...perDay(20),
  message: 'You can share 20 links a day. Please try again later.',
}

interface Sharing {
  threadId: number
  meetingId: number
  student: Pick<User, 'id' | 'email'>
  now: number
}

/**
 * Makes the link that a student gives to a friend, and ends the student's earlier one. Returns its token, of which only the
 * hash is stored. Call it in a transaction that has locked the session.
 */
export async function shareMeeting(
  tx: Db,
  rateLimiter: RateLimiter,
  { threadId, meetingId, student, now }: Sharing,
): Promise<string> {
  const reader = { studentId: student.id, now }
  const { thread, other } = await lockForWriting(tx, threadId, reader)
  await requireReachable(tx, student, other)
  const meeting = await findMeeting(tx, { threadId, id: meetingId })
  if (!meeting) throw new AppError('not_found', 'Meeting not found.')
  const { state, starts_at: startsAt } = meeting
  // Another meeting may be proposed while this one is under way, which is then over.
  const isAgreed = state === 'agreed' || state === 'over'
  if (!isAgreed || startsAt === null || !isBeforeMeetingEnd(startsAt, now)) {
    throw new AppError('wrong_status', 'You can share a meeting once you have agreed on it.')
  }
  await rateLimiter.take(tx, linksPerDay, mailboxOf(student.email))
  const token = randomBytes(32).toString('base64url')
  await saveLink(tx, {
    meetingId,
    isBuyer: thread.is_buyer === 1,
    tokenHash: hashToken(token),
    expiresAt: startsAt + meetingMs,
  })
  await bumpMessageVersions(tx, [student.id])
  return token
}

/** Ends the student's link. A student who is blocked can do this, too. */
export async function stopSharing(
  tx: Db,
  { threadId, meetingId, student, now }: Sharing,
): Promise<void> {
  const { thread } = await lockForWriting(tx, threadId, { studentId: student.id, now })
  const meeting = await findMeeting(tx, { threadId, id: meetingId })
  if (!meeting) throw new AppError('not_found', 'Meeting not found.')
  await deleteLink(tx, meetingId, thread.is_buyer === 1)
  await bumpMessageVersions(tx, [student.id])
}

/** Links that never existed, have ended or were taken back get the same answer, so that nobody learns which it is. */
export async function readMeetingLink(db: Db, token: string, now: number): Promise<MeetingLink> {
  const row = await findLinkedMeeting(db, hashToken(token), now)
  if (!row) throw new AppError('not_found', "This link doesn't work any more.")
  return {
    place: formatPlace(row),
    starts_at: toIso(row.starts_at),
    ends_at: toIso(row.starts_at + meetingMs),
    first_name: row.first_name,
  }
}
