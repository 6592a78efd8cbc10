import type { Db } from '../database/database.ts'
import { hourMs, minuteMs } from '../durations.ts'
import { createKeyedMutex } from '../limits/keyed-mutex.ts'
import type { RateLimiter, RateLimitRule } from '../limits/rate-limit.ts'

const tooManyFailures = 'Too many failed tries. Please wait a while, or reset your password.'

/** Counted per account and network, so that an attacker elsewhere does not lock the student out. */
const failuresPerNetwork: RateLimitRule = {
  name: 'login-per-network',
  max: 10,
  windowMs: 10 * minuteMs,
  message: tooManyFailures,
}

const failuresPerAccount: RateLimitRule = {
  name: 'login-per-account',
  max: 100,
  windowMs: hourMs,
  message: tooManyFailures,
}

interface LoginAttempt {
  email: string
  network: string
}

/**
 * Limits failed password checks. An attempt is counted before the check, so that concurrent ones cannot exceed
 * the limit, and released unless it failed. A mutex per account and network keeps concurrent correct passwords
 * from being refused by each other's reservations.
 */
export function createLoginAttemptLimiter(deps: { db: Db; rateLimiter: RateLimiter }) {
  const { db, rateLimiter } = deps
  const runExclusive = createKeyedMutex()

  async function countFailure<Result>(
    { email, network }: LoginAttempt,
    check: () => Promise<Result | null>,
  ) {
    const { perNetwork, perAccount } = await db.transaction(async (tx) => ({
      perNetwork: await rateLimiter.take(tx, failuresPerNetwork, email, network),
      perAccount: await rateLimiter.take(tx, failuresPerAccount, email),
    }))
    let isFailure = false
    try {
      const result = await check()
      isFailure = result === null
      if (!isFailure) await rateLimiter.clear(db, failuresPerNetwork, email, network)
      return result
    } finally {
      if (!isFailure) {
        await rateLimiter.release(db, perNetwork)
        await rateLimiter.release(db, perAccount)
      }
    }
  }

  return {
    /** Throws 429 above the limit; `check` resolves with null for a wrong password. */
    run: <Result>(attempt: LoginAttempt, check: () => Promise<Result | null>) =>
      runExclusive(`${attempt.email} ${attempt.network}`, () => countFailure(attempt, check)),

    /** Forgets the failures, after the student has proved their identity in another way. */
    async reset({ email, network }: LoginAttempt) {
      await rateLimiter.clear(db, failuresPerNetwork, email, network)
      await rateLimiter.clear(db, failuresPerAccount, email)
    },
  }
}

export type LoginAttemptLimiter = ReturnType<typeof createLoginAttemptLimiter>
