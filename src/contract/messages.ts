import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { isBlank, isStorableText, removeBidiControls } from '#categories/text-rules.ts'
import { listItem, type WireListing } from './listings.ts'
import { maxMessageLength, noMessageText, tooLongText } from './message-rules.ts'
import { signal } from './signals.ts'

const lineBreaks = /\r\n?/g

/** One is a paragraph; more would push everything else off the screen. */
const emptyLines = /\n(?:[^\S\n]*\n){2,}/g

/** But for line breaks and tabs. */
const controlCharacter = /[^\P{Cc}\n\t]/u

/** Bidirectional controls would show the characters of a link in another order than they have. */
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
  /** Made by the client: sending again with the same id answers the first message. */
  client_id: z.uuid('Must be a UUID').toLowerCase().optional(),
})

const message = z.object({
  id: z.int(),
  client_id: z.string(),
  /** Whether the student who asks wrote it. */
  is_own: z.boolean(),
  body: z.string(),
  created_at: z.iso.datetime(),
  /** What is told of its words to the student who reads it: in its thread alone, and never of one's own. */
  signals: z.array(signal),
})

const listing = z.union(categories.map(listItem)) as z.ZodType<WireListing>

const thread = z.object({
  id: z.int(),
  category: z.enum(categories.map(({ id }) => id)),
  listing_id: z.int(),
  /** Null while a moderator or reports keep the listing from the student who asks. */
  title: z.string().nullable(),
  /** Null if the student who asks does not see it any more. */
  listing: listing.nullable(),
  /** What the student who asks is in it. */
  role: z.enum(['buyer', 'seller']),
  /** Without an id once the account is deleted. */
  other: z.object({ id: z.int().nullable(), name: z.string() }),
  /** Messages of the other that the student who asks has not read. */
  unread: z.int(),
  last_message: message,
  /** `blocked` by the student who asks; `closed` if the other cannot be written to for another reason. */
  state: z.enum(['open', 'blocked', 'closed']),
})

/** The one with the newest message first. */
export const threadsResponse = z.object({
  results: z.array(thread),
  /** The `cursor` of the next page. */
  next: z.string().nullable(),
})

/** The newest page, or the one before a cursor; in each the oldest first. */
export const messagesResponse = z.object({
  thread,
  results: z.array(message),
  /** The `cursor` of the page with older messages. */
  previous: z.string().nullable(),
})

export const cursorQuery = z.object({ cursor: z.string().max(40).optional() })

export const sendMessageResponse = z.object({ thread_id: z.int(), message })

const messageId = z.int('Must be the id of a message').positive('Must be the id of a message')

/** Up to which message; without it, all. What has come since stays unread. */
export const readThreadBody = z.object({ message_id: messageId.optional() }).nullish()

export const blockedStudent = z.object({
  id: z.int(),
  name: z.string(),
  blocked_at: z.iso.datetime(),
})

export type SendMessage = z.infer<typeof sendMessageBody>
export type SendMessageResponse = z.infer<typeof sendMessageResponse>
export type Message = z.infer<typeof message>
export type Thread = z.infer<typeof thread>
export type ThreadsPage = z.infer<typeof threadsResponse>
export type MessagesPage = z.infer<typeof messagesResponse>
export type BlockedStudent = z.infer<typeof blockedStudent>
