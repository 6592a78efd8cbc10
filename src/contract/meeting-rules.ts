import { campus } from '#campus/campus.ts'
import { campusMoments, dayMs, formatCampusTime } from '#format/campus-date.ts'
import { formatClock, formatWeekday } from '#format/format.ts'
import { isOutsideHours } from './spot-hours.ts'
import type { MeetingAnswer, PlaceKind } from './structured-messages.ts'

/** How many times a student can propose at once. */
export const maxMeetingTimes = 3

/** How far ahead two students can meet. */
export const maxMeetingDays = 28

export const maxPlaceLength = 100

const minuteMs = 60_000

/** A meeting is over this long after its time. The links that were shared with friends end then, too. */
export const meetingMs = 120 * minuteMs

/** "I'm here" can be pressed from this long before the meeting. */
export const hereMs = 30 * minuteMs

/** The page asks whether it worked out from this long after the time of the meeting. */
export const questionDelayMs = 30 * minuteMs

/** The question can be answered for this long after the meeting. */
export const questionMs = 14 * dayMs

export const meetingStates = [
  'open',
  'agreed',
  'over',
  'declined',
  'withdrawn',
  'cancelled',
  'ended',
] as const

export type MeetingState = (typeof meetingStates)[number]

/** What the two say after the meeting. Only moderators and the two themselves ever see it. */
export const meetingOutcomes = ['sold', 'not_yet', 'no_show'] as const

export type MeetingOutcome = (typeof meetingOutcomes)[number]

/** What a student answers when the other says that they did not come. */
export const noShowViews = ['was_there', 'could_not_come'] as const

export type NoShowView = (typeof noShowViews)[number]

export const noShowViewLabels: Record<NoShowView, string> = {
  was_there: 'I was there',
  could_not_come: "I couldn't come",
}

interface StoredMeeting {
  state: MeetingState
  /** The agreed time, or null while nothing is agreed. */
  starts_at: number | null
  /** The last time of the proposal that waits for an answer. */
  proposal_until: number | null
}

interface MeetingFacts {
  now: number
  /** Whether the two can write to each other. */
  isThreadOpen: boolean
}

/** Returns the state at this time. Proposals end with their last time, and meetings some time after theirs. */
export function meetingStateAt(
  { state, starts_at, proposal_until }: StoredMeeting,
  { now, isThreadOpen }: MeetingFacts,
): MeetingState {
  if (state === 'open') return isThreadOpen && isWaiting(proposal_until, now) ? 'open' : 'ended'
  if (state !== 'agreed' || starts_at === null) return state
  if (now >= starts_at + meetingMs) return 'over'
  if (isThreadOpen) return 'agreed'
  return now >= starts_at ? 'over' : 'cancelled'
}

/** Whether one of the proposed times is still to come. */
export const isWaiting = (proposalUntil: number | null, now: number): boolean =>
  proposalUntil !== null && now < proposalUntil

/** What a student can do with a meeting. */
export const meetingMoves = [
  'accept',
  'decline',
  'withdraw',
  'propose',
  'cancel',
  'here',
  'share',
] as const

export type MeetingMove = (typeof meetingMoves)[number]

interface MoveFacts {
  now: number
  startsAt: number | null
  /** Who made the proposal that waits for an answer, if there is one. */
  proposal: 'own' | 'other' | undefined
  isHere: boolean
}

/** Whether a meeting can still be moved. Once students can say how it went, a later one is another meeting. */
export const canMoveMeeting = (startsAt: number | null, now: number): boolean =>
  startsAt === null || now < startsAt + questionDelayMs

/** Whether a meeting is still to come or going on. A friend can see it by a link for as long. */
export const isBeforeMeetingEnd = (startsAt: number | null, now: number): boolean =>
  startsAt !== null && now < startsAt + meetingMs

/** Returns what a student can do. Proposing again counters the other's proposal, or moves the meeting. */
export function movesOfMeeting(
  state: MeetingState,
  { now, startsAt, proposal, isHere }: MoveFacts,
): MeetingMove[] {
  if (state !== 'open' && state !== 'agreed') return []
  const answers: MeetingMove[] =
    proposal === 'other' ? ['accept', 'decline', 'propose'] : proposal ? ['withdraw'] : []
  if (state === 'open' || startsAt === null) return answers
  const changes: MeetingMove[] = proposal ? answers : ['propose']
  return [
    ...(canMoveMeeting(startsAt, now) ? changes : []),
    // Nobody can hide by a late cancellation that they did not come.
    ...(now < startsAt ? (['cancel'] as const) : []),
    'share',
    ...(isHere || now < startsAt - hereMs ? [] : (['here'] as const)),
  ]
}

/** Whether the student can say now how the meeting went. */
export const canTellOutcome = (
  { state, starts_at }: Pick<StoredMeeting, 'state' | 'starts_at'>,
  now: number,
): boolean =>
  (state === 'agreed' || state === 'over') &&
  starts_at !== null &&
  now >= starts_at + questionDelayMs &&
  now < starts_at + questionMs

/** Says what is wrong with a proposed time, YYYY-MM-DDTHH:MM on campus, or returns undefined. */
export function findTimeProblem(local: string, now: number): string | undefined {
  const [time] = campusMoments(local)
  if (time === undefined) return 'Clocks skip this hour that night. Choose another time.'
  if (time <= now) return 'Choose a time in the future.'
  if (time > now + maxMeetingDays * dayMs) {
    return `Choose a time within the next ${maxMeetingDays} days.`
  }
}

/** Returns "Wed, Nov 18 at 3:00 pm". In the hour that clocks repeat, it says which of the two it is. */
export function formatMeetingTime(time: string): string {
  const local = formatCampusTime(Date.parse(time)).replace(' ', 'T')
  const day = local.slice(0, 10)
  const moments = campusMoments(local)
  const isLater = moments.indexOf(Date.parse(time)) > 0
  const remark = ` (${isLater ? 'after' : 'before'} the clocks change)`
  return `${formatWeekday(day, day)} at ${formatClock(time)}${moments.length > 1 ? remark : ''}`
}

export interface MeetingPlace {
  place_kind: PlaceKind
  place: string
}

/** All spots of the campus. Those of the student's own university come first. */
export function meetUpSpots(ownUniversity?: string) {
  const isOwn = ({ name }: { name: string }) => Number(name === ownUniversity)
  const universities = campus.universities.toSorted((a, b) => isOwn(b) - isOwn(a))
  const spots = universities.flatMap((university) =>
    university.meetUpSpots.map((spot) => ({ ...spot, university: university.shortName })),
  )
  // Two universities may share a spot.
  return spots.filter(({ name }, index) => spots.findIndex((spot) => spot.name === name) === index)
}

/** The hours of a place, if it is a spot of the campus that has some. */
export const placeHours = ({ place_kind, place }: MeetingPlace): string | undefined =>
  place_kind === 'spot' ? meetUpSpots().find(({ name }) => name === place)?.hours : undefined

/** The place with the article that names of spots lack. */
export const formatPlace = ({ place_kind, place }: MeetingPlace): string =>
  place_kind === 'spot' ? `the ${place}` : place

/** Says that a time is outside the hours of the place, or returns undefined. */
export function outsideHoursText(place: MeetingPlace, time: string): string | undefined {
  const hours = placeHours(place)
  return hours && isOutsideHours(hours, time) ? `outside opening hours, ${hours}` : undefined
}

function describeTime(place: MeetingPlace, time: string): string {
  const remark = outsideHoursText(place, time)
  return formatMeetingTime(time) + (remark ? ` (${remark})` : '')
}

interface Proposal extends MeetingPlace {
  times: readonly string[]
}

/** The text of a proposal, which everyone reads who does not see the buttons. */
export function proposalText(
  { times, ...place }: Proposal,
  reason: 'first' | 'counter' | 'move',
): string {
  const question = {
    first: 'Can we meet?',
    counter: 'How about this instead?',
    move: 'Can we move our meeting?',
  }[reason]
  const lines = times.map((time) => describeTime(place, time))
  const label = times.length === 1 ? 'Time: ' : 'Times to choose from:\n'
  return `${question}\nPlace: ${formatPlace(place)}\n${label}${lines.join('\n')}`
}

/** The text of an answer. `agreed` is the meeting that it is about, if one is agreed. */
export function meetingAnswerText(
  answer: MeetingAnswer,
  agreed: (MeetingPlace & { starts_at: string }) | undefined,
): string {
  const time = agreed && formatMeetingTime(agreed.starts_at)
  const place = agreed && formatPlace(agreed)
  switch (answer) {
    case 'accepted':
      return `See you on ${time}.\nPlace: ${place}`
    case 'declined':
      return agreed
        ? `I'd like to keep our meeting as it is: ${time}.`
        : "Sorry, I can't make any of these times."
    case 'withdrawn':
      return agreed
        ? 'I no longer need to move our meeting.'
        : "I'm withdrawing my proposal to meet."
    case 'cancelled':
      return `Our meeting on ${time} is cancelled.`
    case 'here':
      return `I'm here.\nPlace: ${place}`
  }
}
