import { randomUUID } from 'node:crypto'
import { mailboxOf } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { maxMessagesPerHour } from '#contract/message-rules.ts'
import { type SendMessage, sendMessageBody } from '#contract/messages.ts'
import type { StructuredMessage } from '#contract/structured-messages.ts'
import type { Db } from '../database/database.ts'
import { parseBody } from '../http/parse-body.ts'
import { perHour, type RateLimiter, type RateLimitRule } from '../limits/rate-limit.ts'
import { findListing, type ListingRow } from '../listings/listing-queries.ts'
import { readContent } from '../listings/present-listing.ts'
import { type Account, lockUserShared } from '../students/user-queries.ts'
import { scheduleMessageMail } from './mails/message-mail-schedule.ts'
import { findSentMessage, insertMessage, type MessageRow } from './message-queries.ts'
import { bumpMessageVersions } from './message-version-queries.ts'
import { requireReachable, threadNotFound } from './thread-access.ts'
import { threadExpiry } from './thread-expiry.ts'
import { lockThread } from './thread-locks.ts'
import { findThread, type ThreadRow, updateAfterMessage } from './thread-queries.ts'

const messagesPerHour: RateLimitRule = {
  name: 'messages',
  ...perHour(maxMessagesPerHour),
  message: `You can send ${maxMessagesPerHour} messages an hour. Wait a bit.`,
}

export interface SentMessage {
  threadId: number
  message: MessageRow
  /** Whether the message was already sent with the same client id. */
  isRepeated: boolean
}

export interface Sending<Input> {
  sender: Pick<User, 'id' | 'email'>
  input: Input
  now: number
}

const repeatable = sendMessageBody.pick({ client_id: true })

/**
 * Call it in a transaction that has locked the sender's account. A repeated message gets the same answer, whatever has
 * changed since. A student who cannot write gets that error before any error in the text.
 */
export async function sendMessage(
  tx: Db,
  rateLimiter: RateLimiter,
  threadId: number,
  sending: Sending<unknown>,
): Promise<SentMessage> {
  const { sender, input, now } = sending
  const { thread, other } = await lockForWriting(tx, threadId, { studentId: sender.id, now })
  const earlier = await findRepeated(tx, thread, input)
  if (earlier) return earlier
  const recipient = await requireReachable(tx, sender, other)
  const parsed = { sender, input: parseBody(sendMessageBody, input), now }
  const message = await writeMessage(tx, rateLimiter, thread, { ...parsed, recipient })
  return { threadId, message, isRepeated: false }
}

interface LockedForWriting {
  thread: ThreadRow
  /** The account of the other student, or undefined if it is deleted. */
  other: Account | undefined
}

/**
 * Locks the other account, then the thread, and reads the thread under the lock. `lock` takes further locks in the order
 * of `thread-locks.ts`.
 */
export async function lockForWriting(
  tx: Db,
  threadId: number,
  reader: { studentId: number; now: number },
  lock: (thread: ThreadRow, other: Account | undefined) => Promise<unknown> = () =>
    lockThread(tx, threadId),
): Promise<LockedForWriting> {
  const find = async () => {
    const thread = await findThread(tx, threadId, reader)
    if (!thread) throw threadNotFound()
    return thread
  }
  const found = await find()
  const other = found.other_id === null ? undefined : await lockUserShared(tx, found.other_id)
  await lock(found, other)
  return { thread: await find(), other }
}

/** Finds the message that was already sent with the client id of this body. */
export async function findRepeated(
  tx: Db,
  { id: threadId, is_buyer }: Pick<ThreadRow, 'id' | 'is_buyer'>,
  input: unknown,
): Promise<SentMessage | undefined> {
  const clientId = repeatable.safeParse(input).data?.client_id
  if (!clientId) return undefined
  const message = await findSentMessage(tx, { threadId, isFromBuyer: is_buyer === 1, clientId })
  return message && { threadId, message, isRepeated: true }
}

export type WrittenThread = Pick<
  ThreadRow,
  'id' | 'category' | 'listing_id' | 'title' | 'expires_at' | 'is_buyer'
>

/** Writes into a thread that is locked or new. The caller has checked that the recipient can be reached. */
export async function writeMessage(
  tx: Db,
  rateLimiter: RateLimiter,
  thread: WrittenThread,
  { sender, recipient, input, now }: Sending<MessageContent> & { recipient: Account },
): Promise<MessageRow> {
  await countMessage(tx, rateLimiter, sender)
  const message = await addMessage(tx, thread, { ...input, recipient, now })
  await bumpMessageVersions(tx, [sender.id, recipient.id])
  return message
}

/** Counts a message of the student, or throws 429. */
export async function countMessage(tx: Db, rateLimiter: RateLimiter, { email }: { email: string }) {
  await rateLimiter.take(tx, messagesPerHour, mailboxOf(email))
}

type MessageContent = SendMessage & { structured?: StructuredMessage }

interface AddedMessage extends MessageContent {
  recipient?: Pick<Account, 'mailMessages'> | undefined
  /** The thread's listing, if the caller has read it. */
  listing?: ListingRow
  now: number
}

/**
 * Adds a message of the side that `thread.is_buyer` names, and does not count it. The caller bumps the versions of both
 * students. Without a recipient, no email is scheduled.
 */
export async function addMessage(
  tx: Db,
  thread: WrittenThread,
  added: AddedMessage,
): Promise<MessageRow> {
  const { client_id: clientId = randomUUID(), body, structured, recipient, listing, now } = added
  const side = { threadId: thread.id, isFromBuyer: thread.is_buyer === 1 }
  const message = await insertMessage(tx, { ...side, clientId, body, structured, now })
  const written = { ...side, id: message.id, createdAt: now }
  const key = { category: thread.category, id: thread.listing_id }
  const row = listing ?? (await findListing(tx, key))
  await updateAfterMessage(tx, written, describeListing(thread, row, now))
  const told = { threadId: thread.id, isBuyer: !side.isFromBuyer }
  if (recipient) await scheduleMessageMail(tx, { ...told, recipient, now })
  return message
}

/**
 * Returns the title and expiry that the thread gets from its listing. If the listing is deleted, the thread keeps its
 * title.
 */
function describeListing(thread: WrittenThread, row: ListingRow | undefined, now: number) {
  const listing = row ? readContent(row) : { category: thread.category, details: {} }
  const expiresAt = Math.max(thread.expires_at, threadExpiry(listing, now))
  const title = row && (isTakenDown(row.status) ? '' : row.title)
  return { title: title ?? thread.title, expiresAt }
}
