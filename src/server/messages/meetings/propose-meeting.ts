import {
  canMoveMeeting,
  findTimeProblem,
  isWaiting,
  type MeetingPlace,
  meetingStateAt,
  meetUpSpots,
  proposalText,
} from '#contract/meeting-rules.ts'
import { type ProposeMeeting, proposeMeetingBody } from '#contract/meetings.ts'
import { viewingAddress } from '#contract/viewing-address.ts'
import { campusMoments } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { AppError, invalidInput } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { readContent } from '../../listings/present-listing.ts'
import { canSee } from '../../policies.ts'
import {
  findRepeated,
  lockForWriting,
  type Sending,
  type SentMessage,
  writeMessage,
} from '../send-message.ts'
import { requireReachable } from '../thread-access.ts'
import type { ThreadRow } from '../thread-queries.ts'
import { storeLateMove } from './late-move.ts'
import {
  endPastMeeting,
  findLastMeeting,
  findProposal,
  insertMeeting,
  type MeetingRow,
  setProposal,
} from './meeting-queries.ts'

/** Proposes a meeting, counters a proposal or moves a meeting. Call it in a transaction that has locked the sender's account. */
export async function proposeMeeting(
  tx: Db,
  rateLimiter: RateLimiter,
  threadId: number,
  { sender, input, now }: Sending<unknown>,
): Promise<SentMessage> {
  const { thread, other } = await lockForWriting(tx, threadId, { studentId: sender.id, now })
  const earlier = await findRepeated(tx, thread, input)
  if (earlier) return earlier
  const recipient = await requireReachable(tx, sender, other)
  const proposed = parseBody(proposeMeetingBody, input)
  const times = readTimes(proposed.times, now)
  const place = await readPlace(tx, thread, proposed, now)
  const live = await makeRoom(tx, thread, proposed, now)

  const proposal = { ...place, times: times.map(toIso) }
  const reason = live ? (live.state === 'agreed' ? 'move' : 'counter') : 'first'
  const message = await writeMessage(tx, rateLimiter, thread, {
    sender,
    recipient,
    input: {
      body: proposalText(proposal, reason),
      client_id: proposed.client_id,
      structured: {
        kind: 'meeting',
        ...(live && { meeting_id: live.message_id }),
        ...proposal,
      },
    },
    now,
  })
  const { id } = message
  const until = Math.max(...times)
  if (live) await setProposal(tx, live.message_id, { id, until })
  else await insertMeeting(tx, { threadId, id, until, now })
  return { threadId, message, isRepeated: false }
}

/** Returns the moments of the proposed times in their order, or throws 400 with a sentence for each that cannot be. */
function readTimes(locals: readonly string[], now: number): number[] {
  const problems = locals.flatMap((local, index) => {
    const problem = findTimeProblem(local, now)
    return problem ? [[`times.${index}`, problem]] : []
  })
  if (problems.length > 0) throw invalidInput(Object.fromEntries(problems))
  return locals.flatMap((local) => campusMoments(local).slice(0, 1)).sort((a, b) => a - b)
}

async function readPlace(
  tx: Db,
  thread: ThreadRow,
  { place_kind, place }: ProposeMeeting,
  now: number,
): Promise<MeetingPlace> {
  if (place_kind === 'address') {
    const row = await findListing(tx, { category: thread.category, id: thread.listing_id })
    const isVisible = row && canSee(thread.is_buyer === 1 ? 'student' : 'owner', row, now)
    const address = isVisible && viewingAddress(readContent(row))
    if (address) return { place_kind, place: address }
    throw invalidInput({ place: 'This listing has no address. Choose another place.' })
  }
  if (place === undefined) throw invalidInput({ place: 'Say where to meet' })
  const isKnown = meetUpSpots().some(({ name }) => name === place)
  if (place_kind === 'other' || isKnown) return { place_kind, place }
  throw invalidInput({ place: "This isn't a meet-up spot any more. Choose another place." })
}

/**
 * Returns the open or agreed meeting that the proposal is about, or makes sure that there is none. Throws 409 if the
 * student has not seen what has happened since.
 */
async function makeRoom(
  tx: Db,
  { id: threadId, is_buyer }: ThreadRow,
  { meeting_id, proposal_id }: ProposeMeeting,
  now: number,
): Promise<MeetingRow | undefined> {
  await storeLateMove(tx, threadId, now)
  const last = await findLastMeeting(tx, threadId)
  const state = last && meetingStateAt(last, { now, isThreadOpen: true })
  const isLive = state === 'open' || state === 'agreed'
  if (!last || !isLive || !canMoveMeeting(last.starts_at, now)) {
    if (meeting_id !== undefined) throw changedSince()
    if (last) await endPastMeeting(tx, last.message_id)
    return undefined
  }
  const isProposed = isWaiting(last.proposal_until, now)
  const proposal = isProposed ? await findProposal(tx, last) : undefined
  if (proposal?.is_from_buyer === is_buyer) {
    const message = 'Your last proposal is still open. Withdraw it first.'
    throw new AppError('wrong_status', message)
  }
  if (meeting_id !== last.message_id || proposal_id !== proposal?.id) throw changedSince()
  return last
}

export const changedSince = () =>
  new AppError('wrong_status', 'This meeting has just changed. Check it and try again.')
