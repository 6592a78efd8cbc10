import { canMoveMeeting, isWaiting } from '#contract/meeting-rules.ts'
import type { Db } from '../../database/database.ts'
import {
  endPastMeeting,
  findLastMeeting,
  insertMeeting,
  type MeetingRow,
} from './meeting-queries.ts'

interface NewestMeetings {
  newest: MeetingRow | undefined
  /** The meeting that the newest one would have moved. It is over. */
  moved: MeetingRow | undefined
}

/**
 * Returns the newest meeting of a thread, as students see it. If nobody has answered a move until students can say how
 * the meeting went, the move is a proposal of its own from then on, because its times may still be to come.
 */
export async function findNewestMeeting(
  db: Db,
  threadId: number,
  now: number,
): Promise<NewestMeetings> {
  const last = await findLastMeeting(db, threadId)
  const move = last && findLateMove(last, now)
  if (!last || !move) return { newest: last, moved: undefined }
  const { id: message_id, until: proposal_until } = move
  return {
    newest: {
      ...last,
      ...{ message_id, state: 'open', place_kind: null, place: null, starts_at: null },
      ...{ proposal_id: message_id, proposal_until, sequence: 0 },
      ...{ buyer_here_at: null, seller_here_at: null, buyer_outcome: null, seller_outcome: null },
      ...{ buyer_view: null, seller_view: null },
    },
    moved: { ...last, state: 'over', proposal_id: null, proposal_until: null },
  }
}

/**
 * Stores what `findNewestMeeting` returns. Call it in a transaction that has locked the thread, before it changes a
 * meeting. Returns the id of the meeting that this stores, if any.
 */
export async function storeLateMove(
  tx: Db,
  threadId: number,
  now: number,
): Promise<number | undefined> {
  const last = await findLastMeeting(tx, threadId)
  const move = last && findLateMove(last, now)
  if (!last || !move) return undefined
  await endPastMeeting(tx, last.message_id)
  await insertMeeting(tx, { threadId, ...move, now })
  return move.id
}

function findLateMove({ state, starts_at, proposal_id, proposal_until }: MeetingRow, now: number) {
  if (state !== 'agreed' || canMoveMeeting(starts_at, now)) return undefined
  if (proposal_id === null || proposal_until === null || !isWaiting(proposal_until, now)) {
    return undefined
  }
  return { id: proposal_id, until: proposal_until }
}
