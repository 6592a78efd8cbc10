import { z } from 'zod'
import { isBlank, isStorableText, oneLine } from '#categories/text-rules.ts'
import { maxMeetingTimes, maxPlaceLength, meetingOutcomes, noShowViews } from './meeting-rules.ts'
import { sendMessageBody } from './messages.ts'
import { placeKinds } from './structured-messages.ts'

const { client_id } = sendMessageBody.shape

const meetingId = z.int('Must be the id of a meeting').positive('Must be the id of a meeting')
const proposalId = z.int('Must be the id of a proposal').positive('Must be the id of a proposal')

const noTime = 'Choose a day and a time'

/** A time on campus, whatever the time zone of the student's device. */
const localTime = z
  .string(noTime)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, noTime)
  .refine((time) => z.iso.datetime({ local: true }).safeParse(`${time}:00`).success, noTime)

const tooLong = `Must be at most ${maxPlaceLength} characters`

const place = z
  .string('Say where to meet')
  .max(10 * maxPlaceLength, tooLong)
  .refine(isStorableText, 'Must be text')
  .overwrite(oneLine)
  .refine((text) => !isBlank(text), 'Say where to meet')
  .refine((text) => [...text].length <= maxPlaceLength, tooLong)

export const proposeMeetingBody = z.object({
  place_kind: z.enum(placeKinds, 'Choose a place'),
  /** The name of a meet-up spot, or a place in the student's own words. An address is read from the listing. */
  place: place.optional(),
  /** Times on campus, YYYY-MM-DDTHH:MM. Of an hour that clocks repeat, the first one counts. */
  times: z
    .array(localTime)
    .min(1, noTime)
    .max(maxMeetingTimes, `Propose at most ${maxMeetingTimes} times`)
    .refine((times) => new Set(times).size === times.length, 'Choose each time only once'),
  /** The open or agreed meeting that the student has seen. The proposal counters or moves it. */
  meeting_id: meetingId.optional(),
  /** The other student's proposal, which this one counters. */
  proposal_id: proposalId.optional(),
  client_id,
})

/** What a student can press about a meeting that is open or agreed. */
export const meetingPresses = ['accept', 'decline', 'withdraw', 'cancel', 'here'] as const

export type MeetingPress = (typeof meetingPresses)[number]

export const answerMeetingBody = z.object({
  meeting_id: meetingId,
  answer: z.enum(meetingPresses, 'Must be accept, decline, withdraw, cancel or here'),
  /** The proposal that is accepted, declined or withdrawn. */
  proposal_id: proposalId.optional(),
  /** The time that is accepted, as the proposal has it. */
  time: z.iso.datetime('Must be one of the proposed times').optional(),
  client_id,
})

export const meetingOutcomeBody = z.object({
  meeting_id: meetingId,
  answer: z.enum(
    [...meetingOutcomes, ...noShowViews],
    'Must be sold, not_yet, no_show, was_there or could_not_come',
  ),
})

/** The link is shown once, because only its hash is stored. */
export const sharedLink = z.object({ url: z.string() })

export const meetingLinkQuery = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** What a friend sees of a meeting. */
export const meetingLinkResponse = z.object({
  place: z.string(),
  starts_at: z.iso.datetime(),
  /** When the link stops working. */
  ends_at: z.iso.datetime(),
  /** The first name of the student the sharer is meeting. */
  first_name: z.string(),
})

/** Meetings that the other student says this student did not come to. */
export const missedMeetings = z.array(
  z.object({
    thread_id: z.int(),
    meeting_id: z.int(),
    place: z.string(),
    starts_at: z.iso.datetime(),
    /** What this student says about it, or null. */
    view: z.enum(noShowViews).nullable(),
  }),
)

export type ProposeMeeting = z.infer<typeof proposeMeetingBody>
export type AnswerMeeting = z.infer<typeof answerMeetingBody>
export type MeetingOutcomeBody = z.infer<typeof meetingOutcomeBody>
export type SharedLink = z.infer<typeof sharedLink>
export type MeetingLink = z.infer<typeof meetingLinkResponse>
export type MissedMeetings = z.infer<typeof missedMeetings>
