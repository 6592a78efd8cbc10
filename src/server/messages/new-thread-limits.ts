import { mailboxOf } from '#campus.ts'
import { foldText } from '#categories/text-rules.ts'
import { isChip } from '#contract/message-chips.ts'
import {
  maxNewThreadsOnFirstDay,
  maxNewThreadsPerDay,
  maxSellersWithSameText,
} from '#contract/message-rules.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import type { RateLimiter, RateLimitRule } from '../limits/rate-limit.ts'
import type { Account } from '../students/user-queries.ts'

const newThreads = { name: 'new-threads', windowMs: dayMs }

const perDay: RateLimitRule = {
  ...newThreads,
  max: maxNewThreadsPerDay,
  message: `You can start ${maxNewThreadsPerDay} conversations a day. Please try again later.`,
}

/** Of the same count: what was started on the first day counts on the second, where more is allowed. */
const onFirstDay: RateLimitRule = {
  ...newThreads,
  max: maxNewThreadsOnFirstDay,
  message: `You can start ${maxNewThreadsOnFirstDay} conversations on your first day. Please try again tomorrow.`,
}

/** So that a text is counted once for each seller. */
const textToSeller = { name: 'first-text-seller', max: 1, windowMs: dayMs }

const sameText: RateLimitRule = {
  name: 'first-text',
  max: maxSellersWithSameText,
  windowMs: dayMs,
  message: `You've sent this text to ${maxSellersWithSameText} sellers today. Write to each about their listing.`,
}

interface NewThread {
  buyer: Pick<Account, 'email' | 'createdAt'>
  sellerId: number
  text: string
  now: number
}

/** 429 for one too many; in the transaction, which undoes the count of what it refuses. */
export async function takeNewThread(
  tx: Db,
  rateLimiter: RateLimiter,
  { buyer, sellerId, text, now }: NewThread,
): Promise<void> {
  const mailbox = mailboxOf(buyer.email)
  const isFirstDay = now < buyer.createdAt + dayMs
  await rateLimiter.take(tx, isFirstDay ? onFirstDay : perDay, mailbox)
  if (isChip(buyer.email, text)) return
  const key = [mailbox, normalizeText(text)]
  const { isAllowed } = await rateLimiter.tryTake(tx, textToSeller, ...key, String(sellerId))
  if (isAllowed) await rateLimiter.take(tx, sameText, ...key)
}

/** Other spaces, signs, accents or capitals do not make it another text, nor do characters that are not drawn. */
const normalizeText = (text: string) =>
  foldText(text)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
