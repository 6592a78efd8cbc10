import { mailboxOf } from '#campus/campus.ts'
import { foldText } from '#categories/text-rules.ts'
import type { User } from '#contract/accounts.ts'
import { categoryOf } from '#contract/listing.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import { isChip } from '#contract/message-chips.ts'
import {
  isLongEnough,
  maxNewThreadsOnFirstDay,
  maxNewThreadsPerDay,
  maxSellersWithSameText,
  tooShortText,
} from '#contract/message-rules.ts'
import { type SendMessage, sendMessageBody } from '#contract/messages.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { AppError, invalidInput, unauthenticated } from '../errors.ts'
import { parseBody } from '../http/parse-body.ts'
import { perDay, type RateLimiter, type RateLimitRule } from '../limits/rate-limit.ts'
import { findListing, type ListingKey } from '../listings/listing-queries.ts'
import { type Account, lockUserShared } from '../students/user-queries.ts'
import { type SentMessage, sendMessage, writeMessage } from './send-message.ts'
import { requireReachable } from './thread-access.ts'
import { lockPair } from './thread-locks.ts'
import {
  deleteExpiredThread,
  findThreadOfBuyer,
  insertThread,
  reviveKeptThread,
} from './thread-queries.ts'

interface MessageToSeller {
  buyer: Pick<User, 'id' | 'email'>
  listing: ListingKey
  input: unknown
  now: number
}

/**
 * Call it in a transaction that has locked the buyer's account. It continues the buyer's thread about the listing, or
 * begins one.
 */
export async function messageSeller(
  tx: Db,
  rateLimiter: RateLimiter,
  { buyer, listing, input, now }: MessageToSeller,
): Promise<SentMessage> {
  const sending = { sender: buyer, input, now }
  const findExisting = () => findThreadOfBuyer(tx, listing, { studentId: buyer.id, now })
  const findRow = async () => {
    const row = await findListing(tx, listing)
    if (!row) throw new AppError('not_found', categoryOf(listing).messages.notFound)
    return row
  }

  const existing = await findExisting()
  if (existing) return sendMessage(tx, rateLimiter, existing, sending)
  const { seller_id: sellerId } = await findRow()
  const seller = await lockUserShared(tx, sellerId)
  const account = await lockUserShared(tx, buyer.id)
  if (!account) throw unauthenticated()
  // Without this lock, two first messages at once would both find no thread.
  if (seller) await lockPair(tx, buyer, seller)
  const existingNow = await findExisting()
  if (existingNow) return sendMessage(tx, rateLimiter, existingNow, sending)

  const row = await findRow()
  const recipient = await requireReachable(tx, buyer, seller)
  const first = parseFirst(input)
  if (!isListed(statusAt(row, now))) {
    throw new AppError('wrong_status', 'This listing is no longer available.')
  }
  const kept = await reviveKeptThread(tx, { listing, buyerId: buyer.id, now })
  if (kept) return sendMessage(tx, rateLimiter, kept, sending)
  await deleteExpiredThread(tx, { listing, buyerId: buyer.id, now })
  await takeNewThread(tx, rateLimiter, { buyer: account, sellerId, text: first.body, now })
  const { title } = row
  const id = await insertThread(tx, { listing, title, buyerId: buyer.id, sellerId, now })
  const message = await writeMessage(
    tx,
    rateLimiter,
    {
      id,
      category: listing.category,
      listing_id: listing.id,
      title,
      expires_at: now,
      is_buyer: 1,
    },
    { sender: buyer, input: first, recipient, now },
  )
  return { threadId: id, message, isRepeated: false }
}

function parseFirst(input: unknown): SendMessage {
  const message = parseBody(sendMessageBody, input)
  if (isLongEnough(message.body)) return message
  throw invalidInput({ body: tooShortText })
}

const newThreads = 'new-threads'

const newThreadsPerDay: RateLimitRule = {
  name: newThreads,
  ...perDay(maxNewThreadsPerDay),
  message: `You can start ${maxNewThreadsPerDay} conversations a day. Please try again later.`,
}

/** Both rules share one counter: threads of the first day also count on the second day, which allows more. */
const onFirstDay: RateLimitRule = {
  name: newThreads,
  ...perDay(maxNewThreadsOnFirstDay),
  message: `You can start ${maxNewThreadsOnFirstDay} conversations on your first day. Please try again tomorrow.`,
}

/** Counts a text only once for each seller. */
const textToSeller = { name: 'first-text-seller', ...perDay(1) }

const sameText: RateLimitRule = {
  name: 'first-text',
  ...perDay(maxSellersWithSameText),
  message: `You've sent this text to ${maxSellersWithSameText} sellers today. Write to each about their listing.`,
}

interface NewThread {
  buyer: Pick<Account, 'email' | 'createdAt'>
  sellerId: number
  text: string
  now: number
}

/**
 * Throws 429 if the buyer has begun too many threads. It runs in the transaction, so that a refused thread is not
 * counted.
 */
export async function takeNewThread(
  tx: Db,
  rateLimiter: RateLimiter,
  { buyer, sellerId, text, now }: NewThread,
): Promise<void> {
  const mailbox = mailboxOf(buyer.email)
  const isFirstDay = now < buyer.createdAt + dayMs
  await rateLimiter.take(tx, isFirstDay ? onFirstDay : newThreadsPerDay, mailbox)
  if (isChip(buyer.email, text)) return
  const key = [mailbox, normalizeText(text)]
  const { isAllowed } = await rateLimiter.tryTake(tx, textToSeller, ...key, String(sellerId))
  if (isAllowed) await rateLimiter.take(tx, sameText, ...key)
}

/** Makes texts equal that differ only in spaces, punctuation, accents, capitals or invisible characters. */
const normalizeText = (text: string) =>
  foldText(text)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
