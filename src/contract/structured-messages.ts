import { z } from 'zod'

/** How an offer was answered, or ended before that. */
export const offerAnswers = ['accepted', 'declined', 'withdrawn', 'undone'] as const

export type OfferAnswer = (typeof offerAnswers)[number]

/** How a proposal to meet was answered, or what became of a meeting. */
export const meetingAnswers = ['accepted', 'declined', 'withdrawn', 'cancelled', 'here'] as const

export type MeetingAnswer = (typeof meetingAnswers)[number]

/** A meet-up spot of the campus, the address of the listing, or a place in the student's own words. */
export const placeKinds = ['spot', 'address', 'other'] as const

export type PlaceKind = (typeof placeKinds)[number]

/**
 * What a message says beyond its text, for pages that show it as more than a sentence. It never changes: the state of an
 * offer is beside the messages.
 */
export const structuredMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('offer'),
    amount: z.number(),
    /** The offer that this one counters. */
    counters: z.int().optional(),
    ends_at: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('offer_answer'),
    /** The message with the offer. */
    offer_id: z.int(),
    amount: z.number(),
    answer: z.enum(offerAnswers),
  }),
  /** The seller has accepted somebody else's offer. */
  z.object({ kind: z.literal('pending') }),
  /** The seller has sold it to somebody else. */
  z.object({ kind: z.literal('gone') }),
  /** A proposal to meet, at one of these times. */
  z.object({
    kind: z.literal('meeting'),
    /** The meeting that this proposal is about, unless it is the first one. */
    meeting_id: z.int().optional(),
    place_kind: z.enum(placeKinds),
    place: z.string(),
    times: z.array(z.iso.datetime()),
  }),
  z.object({
    kind: z.literal('meeting_answer'),
    meeting_id: z.int(),
    answer: z.enum(meetingAnswers),
    /** The agreed time. There is none if nothing was agreed. */
    starts_at: z.iso.datetime().optional(),
  }),
])

export type StructuredMessage = z.infer<typeof structuredMessage>
