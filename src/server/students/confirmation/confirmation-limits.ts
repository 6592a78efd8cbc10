import type { Db } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { type AppError, tooMany } from '../../errors.ts'
import type { ClientNetworks } from '../../limits/client-network.ts'
import { networkCounters, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import type { MailedUser } from '../account-mails.ts'
import { countingKey, personOfAccount } from '../person.ts'
import type { StudentDeps } from '../student-deps.ts'

const resetHint = 'Or reset your password, which confirms your email too.'
const noMoreCodes = `We've sent you all the codes we send in a day. Try again tomorrow. ${resetHint}`

/** By address, not by account, which could be deleted and made again. */
export const codesPerAddress: RateLimitRule = {
  name: 'confirmation-code',
  max: 6,
  windowMs: dayMs,
  message: noMoreCodes,
}

/** Stops someone from mailing codes to many plus addresses of a stranger. */
const codesPerMailbox: RateLimitRule = {
  name: 'confirmation-code-per-mailbox',
  max: 20,
  windowMs: dayMs,
  message: noMoreCodes,
}

/** As many as sign-ups. */
const codesPerNetwork: RateLimitRule = {
  name: 'confirmation-code-per-network',
  max: 600,
  windowMs: hourMs,
  message: 'Too many people on your network have asked for codes. Please try again later.',
}

/** Counted by `countingKey`. */
export const triesPerMailbox: RateLimitRule = {
  name: 'confirmation-try',
  max: 20,
  windowMs: dayMs,
  message: `Too many wrong codes today. Try again tomorrow. ${resetHint}`,
}

/**
 * Against someone who tries a few codes on many accounts: a million tries find one. It never refuses the first try of a
 * code, so a network gets at most this many wrong tries an hour, and one more for each code that was mailed.
 */
export const wrongCodesPerNetwork: RateLimitRule = {
  name: 'wrong-code-per-network',
  max: 100,
  windowMs: hourMs,
  message: `Too many wrong codes from your network. Ask for a new one and type it in carefully. ${resetHint}`,
}

/** Counts a mail with a code, or returns the error of the limit that is reached. */
export async function countCodeMail(
  tx: Db,
  { codeLimiter, rateLimiter }: Pick<StudentDeps, 'codeLimiter' | 'rateLimiter'>,
  { user, client, now }: { user: MailedUser; client: ClientNetworks; now: number },
): Promise<AppError | null> {
  const { email } = user
  const counters: [limiter: RateLimiter, rule: RateLimitRule, key: string][] = [
    [codeLimiter, codesPerAddress, email],
    [codeLimiter, codesPerMailbox, countingKey(personOfAccount(user))],
  ]
  for (const counter of networkCounters(codesPerNetwork, client)) {
    counters.push([rateLimiter, ...counter])
  }
  for (const [limiter, rule, key] of counters) {
    const { isAllowed, resetsAt } = await limiter.tryTake(tx, rule, key)
    if (!isAllowed) return tooMany(rule.message, { until: resetsAt, now })
  }
  return null
}
