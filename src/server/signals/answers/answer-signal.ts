import { mailboxOf } from '#campus.ts'
import type { User } from '#contract/accounts.ts'
import { categoryOf } from '#contract/listing.ts'
import { maxAnswersPerDay } from '#contract/signal-rules.ts'
import type { AnswerInput } from '#contract/signals.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import type { RateLimiter, RateLimitRule } from '../../limits/rate-limit.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import { readOwnSignals } from '../read-signals.ts'
import { insertAnswer } from './answer-queries.ts'

const answersPerDay: RateLimitRule = {
  name: 'signal-answers',
  max: maxAnswersPerDay,
  windowMs: dayMs,
  message: `You can answer ${maxAnswersPerDay} times a day. Answer the rest tomorrow.`,
}

interface Answer {
  listing: ListingKey
  seller: Pick<User, 'email'>
  input: AnswerInput
}

/** In a transaction. "This is wrong", by the seller, of what is shown now; the first answer to a signal stands. */
export async function answerSignal(
  tx: Db,
  rateLimiter: RateLimiter,
  { listing, seller, input }: Answer,
  now: number,
): Promise<void> {
  const row = await findListing(tx, listing)
  if (!row) throw new AppError('not_found', categoryOf(listing).messages.notFound)
  const signals = (await readOwnSignals(tx, [row], now)).get(row.id) ?? []
  const answered = signals.find(({ id }) => id === input.signal)
  if (!answered) throw new AppError('conflict', "This isn't shown any more.")
  if (answered.answer) return
  const { id: signal, sentence } = answered
  const isFirst = await insertAnswer(tx, {
    listingId: row.id,
    signal,
    sentence,
    note: input.note,
    now,
  })
  if (isFirst) await rateLimiter.take(tx, answersPerDay, mailboxOf(seller.email))
}
