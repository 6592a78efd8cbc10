import { z } from 'zod'

/** How an offer was answered, or ended before that. */
export const offerAnswers = ['accepted', 'declined', 'withdrawn', 'undone'] as const

export type OfferAnswer = (typeof offerAnswers)[number]

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
])

export type StructuredMessage = z.infer<typeof structuredMessage>
