import sql, { join } from 'sql-template-tag'
import { meetingAnswerText } from '#contract/meeting-rules.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { toIso } from '../../durations.ts'
import { addMessage } from '../send-message.ts'
import { lockThread } from '../thread-locks.ts'
import { scheduleCancelledMail } from './cancelled-mail.ts'
import { deleteLinks } from './meeting-link-queries.ts'
import {
  agreedOf,
  endMeeting,
  findLiveMeetings,
  type LiveMeetingRow,
  setProposal,
} from './meeting-queries.ts'

/**
 * Cancels the meetings of these threads when a student blocks the other. Call it in a transaction that has locked the
 * threads and that bumps the versions of both students afterwards.
 */
export async function callOffMeetingsIn(
  tx: Db,
  { threadIds, blockerId, now }: { threadIds: readonly number[]; blockerId: number; now: number },
): Promise<void> {
  const meetings = await findLiveMeetings(tx, isOneOf(tx, sql`meetings.thread_id`, threadIds))
  for (const meeting of meetings) {
    await callOff(tx, meeting, { isFromBuyer: meeting.buyer_id === blockerId, now })
  }
}

/**
 * Cancels the meetings of students who are banned or delete their accounts. The caller bumps the versions of the others
 * afterwards.
 */
export async function callOffMeetingsOf(
  tx: Db,
  studentIds: readonly number[],
  now: number,
): Promise<void> {
  if (studentIds.length === 0) return
  const ids = join([...studentIds])
  const condition = sql`(buyer.user_id IN (${ids}) OR seller.user_id IN (${ids}))`
  for (const { thread_id } of await findLiveMeetings(tx, condition)) await lockThread(tx, thread_id)
  // They are read again under the locks: one of the two may have cancelled since.
  for (const meeting of await findLiveMeetings(tx, condition)) {
    const isFromBuyer = studentIds.includes(meeting.buyer_id ?? 0)
    await callOff(tx, meeting, { isFromBuyer, now })
  }
}

/** A meeting that has begun stays as it was, so that both can still say how it went. Its links end, and a move of it. */
async function callOff(
  tx: Db,
  meeting: LiveMeetingRow,
  { isFromBuyer, now }: { isFromBuyer: boolean; now: number },
) {
  const id = meeting.message_id
  const agreed = agreedOf(meeting)
  if (!agreed) return endMeeting(tx, id, 'ended', now)
  if (agreed.startsAt <= now) {
    await setProposal(tx, id, undefined)
    return deleteLinks(tx, [id])
  }
  await endMeeting(tx, id, 'cancelled', now)
  const starts_at = toIso(agreed.startsAt)
  const message = await addMessage(
    tx,
    { ...meeting, id: meeting.thread_id, is_buyer: Number(isFromBuyer) },
    {
      body: meetingAnswerText('cancelled', { ...agreed, starts_at }),
      structured: { kind: 'meeting_answer', meeting_id: id, answer: 'cancelled', starts_at },
      now,
    },
  )
  const told = { meetingId: id, messageId: message.id, isBuyer: !isFromBuyer }
  await scheduleCancelledMail(tx, { ...told, startsAt: agreed.startsAt, now })
}
