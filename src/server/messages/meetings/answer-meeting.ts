import {
  isWaiting,
  type MeetingState,
  meetingAnswerText,
  meetingStateAt,
  movesOfMeeting,
} from '#contract/meeting-rules.ts'
import { type AnswerMeeting, answerMeetingBody, type MeetingPress } from '#contract/meetings.ts'
import type { MeetingAnswer } from '#contract/structured-messages.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { AppError, invalidInput } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import {
  findRepeated,
  lockForWriting,
  type Sending,
  type SentMessage,
  writeMessage,
} from '../send-message.ts'
import { requireReachable } from '../thread-access.ts'
import { scheduleCancelledMail } from './cancelled-mail.ts'
import { storeLateMove } from './late-move.ts'
import {
  agreedOf,
  agreeMeeting,
  endMeeting,
  findMeeting,
  findProposal,
  type MeetingRow,
  type ProposalRow,
  setHere,
  setProposal,
} from './meeting-queries.ts'
import { questionTime, reminderTime } from './meeting-times.ts'
import { changedSince } from './propose-meeting.ts'

const answerOfPress: Record<MeetingPress, MeetingAnswer> = {
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  cancel: 'cancelled',
  here: 'here',
}

/**
 * Answers a proposal, cancels a meeting or says "I'm here". Call it in a transaction that has locked the sender's account.
 * The second of two answers waits for the lock of the thread, and then finds what the first has changed.
 */
export async function answerMeeting(
  tx: Db,
  rateLimiter: RateLimiter,
  threadId: number,
  { sender, input, now }: Sending<unknown>,
): Promise<SentMessage> {
  const { thread, other } = await lockForWriting(tx, threadId, { studentId: sender.id, now })
  const earlier = await findRepeated(tx, thread, input)
  if (earlier) return earlier
  const recipient = await requireReachable(tx, sender, other)
  const answered = parseBody(answerMeetingBody, input)
  const moveId = await storeLateMove(tx, threadId, now)
  // The page may not know yet that the move it answers is a meeting of its own.
  const id = moveId !== undefined && answered.proposal_id === moveId ? moveId : answered.meeting_id
  const meeting = await findMeeting(tx, { threadId, id })
  if (!meeting) throw new AppError('not_found', 'Meeting not found.')
  const isBuyer = thread.is_buyer === 1
  const proposal = isWaiting(meeting.proposal_until, now)
    ? await findProposal(tx, meeting)
    : undefined
  requirePress(answered, meeting, { proposal, isBuyer, now })
  const agreed = await applyPress(tx, answered, { meeting, proposal, isBuyer, now })

  const answer = answerOfPress[answered.answer]
  const message = await writeMessage(tx, rateLimiter, thread, {
    sender,
    recipient,
    input: {
      body: meetingAnswerText(answer, agreed),
      client_id: answered.client_id,
      structured: {
        kind: 'meeting_answer',
        meeting_id: meeting.message_id,
        answer,
        ...(agreed && { starts_at: agreed.starts_at }),
      },
    },
    now,
  })
  if (answer === 'cancelled' && agreed) {
    const told = { meetingId: meeting.message_id, messageId: message.id, isBuyer: !isBuyer }
    await scheduleCancelledMail(tx, { ...told, startsAt: Date.parse(agreed.starts_at), now })
  }
  return { threadId, message, isRepeated: false }
}

interface PressContext {
  /** The proposal that waits for an answer. */
  proposal: ProposalRow | undefined
  isBuyer: boolean
  now: number
}

/** Throws 409 if the meeting is not in a state for this, or if the student answers another proposal than the open one. */
function requirePress(
  { answer, proposal_id }: AnswerMeeting,
  meeting: MeetingRow,
  { proposal, isBuyer, now }: PressContext,
) {
  const state = meetingStateAt(meeting, { now, isThreadOpen: true })
  const isOwn = proposal && (proposal.is_from_buyer === 1) === isBuyer
  const isHere = (isBuyer ? meeting.buyer_here_at : meeting.seller_here_at) !== null
  const moves = movesOfMeeting(state, {
    now,
    startsAt: meeting.starts_at,
    proposal: proposal && (isOwn ? 'own' : 'other'),
    isHere,
  })
  if (!moves.includes(answer)) throw new AppError('wrong_status', whyNot(answer, state, isHere))
  const isAboutProposal = answer !== 'cancel' && answer !== 'here'
  if (isAboutProposal && proposal_id !== proposal?.id) throw changedSince()
}

/** Says why this answer is refused. */
function whyNot(press: MeetingPress, state: MeetingState, isHere: boolean): string {
  if (state === 'agreed') {
    if (press === 'cancel') return 'The meeting has started. Tell us afterwards how it went.'
    if (press === 'here' && isHere) return "You've already said that you're here."
    if (press === 'here') return "You can press “I'm here” from 30 minutes before the meeting."
    return changedSince().message
  }
  if (state === 'open') {
    if (press === 'accept' || press === 'decline') return 'This is your own proposal.'
    if (press === 'withdraw') return "This proposal isn't yours."
  }
  return sentences[state]
}

const sentences: Record<Exclude<MeetingState, 'agreed'>, string> = {
  open: "This meeting isn't agreed yet.",
  over: 'This meeting is over.',
  declined: 'This proposal was already declined.',
  withdrawn: 'This proposal was withdrawn.',
  cancelled: 'This meeting is cancelled.',
  ended: 'This proposal has ended.',
}

/** Writes the answer, and returns what is or was agreed. */
async function applyPress(
  tx: Db,
  { answer, time }: AnswerMeeting,
  { meeting, proposal, isBuyer, now }: PressContext & { meeting: MeetingRow },
) {
  const id = meeting.message_id
  const agreed = agreedOf(meeting)
  switch (answer) {
    case 'accept': {
      if (!proposal) throw changedSince()
      const accepted = { ...proposal, startsAt: readAccepted(proposal, time, now) }
      const { place_kind, place, startsAt } = accepted
      const remindAt = reminderTime(startsAt, now)
      const askAt = questionTime(startsAt)
      await agreeMeeting(tx, id, { place_kind, place, startsAt, remindAt, askAt, now })
      return present(accepted)
    }
    case 'decline':
    case 'withdraw': {
      if (agreed) await setProposal(tx, id, undefined)
      else await endMeeting(tx, id, answer === 'decline' ? 'declined' : 'withdrawn', now)
      break
    }
    case 'cancel': {
      await endMeeting(tx, id, 'cancelled', now)
      break
    }
    case 'here': {
      await setHere(tx, id, isBuyer, now)
      break
    }
  }
  return agreed && present(agreed)
}

const present = ({ place_kind, place, startsAt }: NonNullable<ReturnType<typeof agreedOf>>) => ({
  place_kind,
  place,
  starts_at: toIso(startsAt),
})

/** Returns the accepted one of the proposed times. */
function readAccepted({ times }: ProposalRow, time: string | undefined, now: number): number {
  const startsAt = time === undefined ? Number.NaN : Date.parse(time)
  if (!times.some((proposed) => Date.parse(proposed) === startsAt)) {
    throw invalidInput({ time: 'Choose one of the proposed times' })
  }
  if (startsAt <= now) {
    throw new AppError('wrong_status', 'That time has passed. Choose another one.')
  }
  return startsAt
}
