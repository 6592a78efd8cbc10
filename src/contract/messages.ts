import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { isBlank, isStorableText, removeBidiControls } from '#categories/text-rules.ts'
import { listItem, type WireListing } from './listings.ts'
import { maxMessageLength, noMessageText, tooLongText } from './message-rules.ts'
import { offerMoves, offerStates } from './offer-rules.ts'
import { signal } from './signals.ts'
import { structuredMessage } from './structured-messages.ts'

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
  /** The newest offer of the thread. */
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
})

export const cursorQuery = z.object({ cursor: z.string().max(40).optional() })

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
export type SendMessageResponse = z.infer<typeof sendMessageResponse>
export type ThreadOffers = z.infer<typeof offers>
export type Message = z.infer<typeof message>
export type Thread = z.infer<typeof thread>
export type ThreadsPage = z.infer<typeof threadsResponse>
export type MessagesPage = z.infer<typeof messagesResponse>
export type BlockedStudent = z.infer<typeof blockedStudent>
