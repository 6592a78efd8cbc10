import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { isBlank, isStorableText, removeBidiControls } from '#categories/text-rules.ts'
import { listItem, type WireListing } from './listings.ts'
import { meetingMoves, meetingOutcomes, noShowViews } from './meeting-rules.ts'
import { maxMessageLength, noMessageText, tooLongText } from './message-rules.ts'
import { offerMoves, offerStates } from './offer-rules.ts'
import { signal } from './signals.ts'
import { placeKinds, structuredMessage } from './structured-messages.ts'

const lineBreaks = /\r\n?/g

/** Runs of empty lines. One is kept as a paragraph break; more would push everything else off the screen. */
const emptyLines = /\n(?:[^\S\n]*\n){2,}/g

/** Control characters other than line breaks and tabs. */
const controlCharacter = /[^\P{Cc}\n\t]/u

/** The text of a message, without bidirectional controls, which would show the characters of a link in another order. */
export const messageText = z
  .string(noMessageText)
  .overwrite((text) =>
    removeBidiControls(text).replaceAll(lineBreaks, '\n').replaceAll(emptyLines, '\n\n').trim(),
  )
  .refine((text) => !isBlank(text), noMessageText)
  .refine((text) => [...text].length <= maxMessageLength, tooLongText)
  .refine(
    (text) => isStorableText(text) && !controlCharacter.test(text),
    "Contains a character we can't read",
  )

export const sendMessageBody = z.object({
  body: messageText,
  /** An id made by the client. Sending again with the same id returns the first message. */
  client_id: z.uuid('Must be a UUID').toLowerCase().optional(),
})

const message = z.object({
  id: z.int(),
  client_id: z.string(),
  /** Whether the message is the requesting student's own. */
  is_own: z.boolean(),
  body: z.string(),
  created_at: z.iso.datetime(),
  /** Warnings about the wording, for the reader. They appear only in the thread, and never on the student's own messages. */
  signals: z.array(signal),
  /** What a message says beyond its text. Text messages have none. */
  structured: structuredMessage.optional(),
})

/** What a student needs to make or answer an offer in a thread. */
const offers = z.object({
  /** Whether the student can make an offer now. */
  can_offer: z.boolean(),
  /** The open or accepted offer of the thread, or else the newest. */
  last: z
    .object({
      id: z.int(),
      amount: z.number(),
      is_own: z.boolean(),
      state: z.enum(offerStates),
      /** When it ends if nobody answers it. */
      ends_at: z.iso.datetime(),
      moves: z.array(z.enum(offerMoves)),
    })
    .nullable(),
})

/** A meeting as one of the two students sees it. */
const meeting = z.object({
  id: z.int(),
  state: z.enum(['open', 'agreed', 'over', 'cancelled']),
  /** The agreed place and time. Both are null while nothing is agreed. */
  agreed: z
    .object({ place_kind: z.enum(placeKinds), place: z.string(), starts_at: z.iso.datetime() })
    .nullable(),
  /** The proposal that waits for an answer. Beside an agreed meeting, it is about moving it. */
  proposal: z
    .object({
      id: z.int(),
      is_own: z.boolean(),
      place_kind: z.enum(placeKinds),
      place: z.string(),
      times: z.array(z.iso.datetime()),
    })
    .nullable(),
  is_here: z.boolean(),
  /** When the other student pressed "I'm here". */
  other_here_at: z.iso.datetime().nullable(),
  /** Whether this student has given a link to a friend. */
  is_shared: z.boolean(),
  moves: z.array(z.enum(meetingMoves)),
  /** Whether the page asks this student if it worked out. */
  is_asked: z.boolean(),
  outcome: z.enum(meetingOutcomes).nullable(),
  /** Whether the buyer says that it worked out. Only the seller is told. */
  buyer_says_sold: z.boolean(),
  /** Whether the other student says that this one did not come, and what this one says about it. */
  other_says_no_show: z.boolean(),
  view: z.enum(noShowViews).nullable(),
})

const meetings = z.object({
  /** Whether the student can propose a meeting now, and none is open or agreed. */
  can_propose: z.boolean(),
  /** The newest meeting of the thread, as long as there is something to see or to do. */
  current: meeting.nullable(),
  /** The meeting before it, until two hours after its time and while this student can still say how that one went. */
  earlier: meeting.nullable(),
})

const listing = z.union(categories.map(listItem)) as z.ZodType<WireListing>

const thread = z.object({
  id: z.int(),
  category: z.enum(categories.map(({ id }) => id)),
  listing_id: z.int(),
  /** The title, or null while a moderator or reports keep the listing from the requesting student. */
  title: z.string().nullable(),
  /** The listing, or null if the requesting student can no longer see it. */
  listing: listing.nullable(),
  /** The role of the requesting student in the thread. */
  role: z.enum(['buyer', 'seller']),
  /** The other student. The id is null once their account is deleted. */
  other: z.object({ id: z.int().nullable(), name: z.string() }),
  /** How many messages of the other student are unread. */
  unread: z.int(),
  last_message: message,
  /** `blocked` by the requesting student, or `closed` if the other student cannot get messages for another reason. */
  state: z.enum(['open', 'blocked', 'closed']),
})

/** The threads, the one with the newest message first. */
export const threadsResponse = z.object({
  results: z.array(thread),
  /** The `cursor` of the next page. */
  next: z.string().nullable(),
})

/** The newest page, or the one before a cursor. Within a page, the oldest message comes first. */
export const messagesResponse = z.object({
  thread,
  results: z.array(message),
  /** The `cursor` of the page with older messages. */
  previous: z.string().nullable(),
  offers,
  meetings,
  /**
   * The names of the other students who wrote about the listing, for its seller to tell once it is sold. It is empty for
   * others, and after the seller has told them.
   */
  to_tell: z.array(z.string()),
})

export const cursorQuery = z.object({ cursor: z.string().max(40).optional() })

/** How many students were told. */
export const tellOthersResponse = z.object({ told: z.int() })

export const sendMessageResponse = z.object({ thread_id: z.int(), message })

const messageId = z.int('Must be the id of a message').positive('Must be the id of a message')

/** The last message that was read. Later messages stay unread. Without it, all messages count as read. */
export const readThreadBody = z.object({ message_id: messageId.optional() }).nullish()

export const blockedStudent = z.object({
  id: z.int(),
  name: z.string(),
  blocked_at: z.iso.datetime(),
})

export type SendMessage = z.infer<typeof sendMessageBody>
export type TellOthersResponse = z.infer<typeof tellOthersResponse>
export type SendMessageResponse = z.infer<typeof sendMessageResponse>
export type ThreadOffers = z.infer<typeof offers>
export type ThreadMeetings = z.infer<typeof meetings>
export type Meeting = z.infer<typeof meeting>
export type Message = z.infer<typeof message>
export type Thread = z.infer<typeof thread>
export type ThreadsPage = z.infer<typeof threadsResponse>
export type MessagesPage = z.infer<typeof messagesResponse>
export type BlockedStudent = z.infer<typeof blockedStudent>
