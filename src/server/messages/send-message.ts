import { randomUUID } from 'node:crypto'
import { mailboxOf } from '#campus/campus.ts'
import type { User } from '#contract/accounts.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { maxMessagesPerHour } from '#contract/message-rules.ts'
import { type SendMessage, sendMessageBody } from '#contract/messages.ts'
import type { Db } from '../database/database.ts'
import { parseBody } from '../http/parse-body.ts'
import { perHour, type RateLimiter, type RateLimitRule } from '../limits/rate-limit.ts'
import { findListing } from '../listings/listing-queries.ts'
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

interface Sending<Input> {
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
  const find = async () => {
    const thread = await findThread(tx, threadId, { studentId: sender.id, now })
    if (!thread) throw threadNotFound()
    return thread
  }
  const { other_id } = await find()
  const other = other_id === null ? undefined : await lockUserShared(tx, other_id)
  await lockThread(tx, threadId)
  const thread = await find()
  const clientId = repeatable.safeParse(input).data?.client_id
  const key = { threadId, isFromBuyer: thread.is_buyer === 1 }
  const earlier = clientId && (await findSentMessage(tx, { ...key, clientId }))
  if (earlier) return { threadId, message: earlier, isRepeated: true }
  const recipient = await requireReachable(tx, sender, other)
  const parsed = { sender, input: parseBody(sendMessageBody, input), now }
  const message = await writeMessage(tx, rateLimiter, thread, { ...parsed, recipient })
  return { threadId, message, isRepeated: false }
}

type WrittenThread = Pick<
  ThreadRow,
  'id' | 'category' | 'listing_id' | 'title' | 'expires_at' | 'is_buyer'
>

/** Writes into a thread that is locked or new. The caller has checked that the recipient can be reached. */
export async function writeMessage(
  tx: Db,
  rateLimiter: RateLimiter,
  thread: WrittenThread,
  { sender, recipient, input, now }: Sending<SendMessage> & { recipient: Account },
): Promise<MessageRow> {
  const key = { threadId: thread.id, isFromBuyer: thread.is_buyer === 1 }
  await rateLimiter.take(tx, messagesPerHour, mailboxOf(sender.email))
  const clientId = input.client_id ?? randomUUID()
  const message = await insertMessage(tx, { ...key, clientId, body: input.body, now })
  const written = { ...key, id: message.id, createdAt: now }
  await updateAfterMessage(tx, written, await describeListing(tx, thread, now))
  await scheduleMessageMail(tx, {
    threadId: thread.id,
    isBuyer: !key.isFromBuyer,
    recipient,
    now,
  })
  await bumpMessageVersions(tx, [sender.id, recipient.id])
  return message
}

/**
 * Returns the title and expiry that the thread gets from its listing. If the listing is deleted, the thread keeps its
 * title.
 */
async function describeListing(tx: Db, thread: WrittenThread, now: number) {
  const { category, listing_id: id } = thread
  const row = await findListing(tx, { category, id })
  const listing = row ? readContent(row) : { category, details: {} }
  const expiresAt = Math.max(thread.expires_at, threadExpiry(listing, now))
  const title = row && (isTakenDown(row.status) ? '' : row.title)
  return { title: title ?? thread.title, expiresAt }
}
