import { mailboxOf } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import { maxAnswersPerDay } from '#contract/signal-rules.ts'
import type { AnswerInput } from '#contract/signals.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import type { RateLimiter, RateLimitRule } from '../../limits/rate-limit.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { readOwnSignals } from '../read-signals.ts'
import { insertAnswer } from './answer-queries.ts'

const answersPerDay: RateLimitRule = {
  name: 'signal-answers',
  max: maxAnswersPerDay,
  windowMs: dayMs,
  message: `You can answer ${maxAnswersPerDay} times a day. Answer the rest tomorrow.`,
}

interface Answer {
  category: AnyCategory
  listingId: number
  seller: Pick<User, 'email'>
  input: AnswerInput
}

/** In a transaction. "This is wrong", by the seller, of what is shown now; the first answer to a signal stands. */
export async function answerSignal(
  tx: Db,
  rateLimiter: RateLimiter,
  { category, listingId, seller, input }: Answer,
  now: number,
): Promise<void> {
  const row = await findListing(tx, category.id, listingId)
  if (!row) throw new AppError('not_found', category.messages.notFound)
  const signals = (await readOwnSignals(tx, category, [row], now)).get(row.id) ?? []
  const answered = signals.find(({ id }) => id === input.signal)
  if (!answered) throw new AppError('conflict', "This isn't shown any more.")
  if (answered.answer) return
  const { id: signal, sentence } = answered
  const isFirst = await insertAnswer(tx, { listingId, signal, sentence, note: input.note, now })
  if (isFirst) await rateLimiter.take(tx, answersPerDay, mailboxOf(seller.email))
}
