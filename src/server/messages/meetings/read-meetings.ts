import {
  canMoveMeeting,
  canTellOutcome,
  hereMs,
  isBeforeMeetingEnd,
  isWaiting,
  meetingMs,
  meetingStateAt,
  movesOfMeeting,
  questionDelayMs,
  questionMs,
} from '#contract/meeting-rules.ts'
import type { Thread, ThreadMeetings } from '#contract/messages.ts'
import type { Db } from '../../database/database.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import type { ThreadRow } from '../thread-queries.ts'
import { findNewestMeeting } from './late-move.ts'
import { hasLink } from './meeting-link-queries.ts'
import { agreedOf, findMeetingBefore, findProposal, type MeetingRow } from './meeting-queries.ts'

/** Reads what a student sees of the thread's newest meeting and of one before it, and when the clock changes it. */
export async function readMeetings(
  db: Db,
  thread: Pick<ThreadRow, 'id' | 'is_buyer'>,
  { state: threadState, now }: { state: Thread['state']; now: number },
): Promise<{ meetings: ThreadMeetings; validUntil: number }> {
  const { newest: row, moved } = await findNewestMeeting(db, thread.id, now)
  const isThreadOpen = threadState === 'open'
  const state = row && meetingStateAt(row, { now, isThreadOpen })
  const isLive =
    (state === 'open' || state === 'agreed') && canMoveMeeting(row?.starts_at ?? null, now)
  const current = row && (await presentMeeting(db, row, thread, { isThreadOpen, now }))
  const before = moved ?? (row && (await findMeetingBefore(db, row, now - questionMs)))
  const told = before && (await presentMeeting(db, before, thread, { isThreadOpen, now }))
  // The student may have given a friend a link to it, and can end that link there.
  const isGoingOn = before && isBeforeMeetingEnd(before.starts_at, now)
  const isOpenQuestion = told?.is_asked || (told?.other_says_no_show && told.view === null)
  return {
    meetings: {
      can_propose: isThreadOpen && !isLive,
      current: current ?? null,
      earlier: told && (isOpenQuestion || isGoingOn) ? told : null,
    },
    validUntil: Math.min(
      row ? nextChange(row, current?.proposal?.times ?? [], now) : Infinity,
      before ? nextChange(before, [], now) : Infinity,
    ),
  }
}

async function presentMeeting(
  db: Db,
  row: MeetingRow,
  thread: Pick<ThreadRow, 'is_buyer'>,
  { isThreadOpen, now }: { isThreadOpen: boolean; now: number },
): Promise<ThreadMeetings['current']> {
  const isBuyer = thread.is_buyer === 1
  const state = meetingStateAt(row, { now, isThreadOpen })
  const agreed = agreedOf(row)
  const isAskable = canTellOutcome(row, now)
  const [outcome, otherOutcome] = inOrder(isBuyer, row.buyer_outcome, row.seller_outcome)
  const [view] = inOrder(isBuyer, row.buyer_view, row.seller_view)
  const [hereAt, otherHereAt] = inOrder(isBuyer, row.buyer_here_at, row.seller_here_at)
  if (state !== 'open' && state !== 'agreed' && state !== 'over' && state !== 'cancelled')
    return null
  // A meeting that was cancelled before its time is shown until then, with a file for the calendar.
  if (state === 'cancelled' && (!agreed || now >= agreed.startsAt)) return null
  if (state === 'over' && agreed && now >= agreed.startsAt + questionMs) return null
  const isLive = (state === 'open' || state === 'agreed') && canMoveMeeting(row.starts_at, now)
  const proposal =
    isLive && isWaiting(row.proposal_until, now) ? await findProposal(db, row) : undefined
  const isOwn = proposal?.is_from_buyer === thread.is_buyer
  return {
    id: row.message_id,
    state,
    agreed: agreed
      ? { place_kind: agreed.place_kind, place: agreed.place, starts_at: toIso(agreed.startsAt) }
      : null,
    proposal: proposal
      ? {
          id: proposal.id,
          is_own: isOwn,
          place_kind: proposal.place_kind,
          place: proposal.place,
          times: proposal.times.filter((time) => Date.parse(time) > now),
        }
      : null,
    is_here: hereAt !== null,
    other_here_at: toIsoOrNull(otherHereAt),
    is_shared: await hasLink(db, { meetingId: row.message_id, isBuyer, now }),
    moves: isThreadOpen
      ? movesOfMeeting(state, {
          now,
          startsAt: row.starts_at,
          proposal: proposal && (isOwn ? 'own' : 'other'),
          isHere: hereAt !== null,
        })
      : [],
    is_asked: isAskable && outcome === null,
    outcome,
    buyer_says_sold: !isBuyer && otherOutcome === 'sold',
    other_says_no_show: otherOutcome === 'no_show',
    view,
  }
}

/** Returns the student's own value, then the other's. */
const inOrder = <Value>(isBuyer: boolean, buyer: Value, seller: Value): [Value, Value] =>
  isBuyer ? [buyer, seller] : [seller, buyer]

/** Returns when the clock next changes what the two see. */
function nextChange(
  { starts_at }: MeetingRow,
  proposedTimes: readonly string[],
  now: number,
): number {
  const changes = [
    ...proposedTimes.map((time) => Date.parse(time)),
    ...(starts_at === null
      ? []
      : [
          starts_at - hereMs,
          starts_at,
          starts_at + questionDelayMs,
          starts_at + meetingMs,
          starts_at + questionMs,
        ]),
  ]
  return Math.min(...changes.filter((time) => time > now))
}
