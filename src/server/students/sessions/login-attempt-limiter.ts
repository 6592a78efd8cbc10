import { mailboxOf } from '#campus/campus.ts'
import type { Db } from '../../database/database.ts'
import { createKeyedMutex, createSemaphore } from '../../limits/queues.ts'
import { networkCounters, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import type { Client } from '../client.ts'
import { studentLimits } from '../student-limits.ts'

/** Someone who tries to get into an account, by its password or by a reset link. */
export interface AccountAttempt extends Client {
  email: string
  /** The id of a device on which the account is or was logged in, or null for any other device. */
  deviceId: string | null
}

/**
 * Returns the key by which attempts take turns in a queue. A student on a known device does not wait behind a flood,
 * wherever the flood comes from. All known devices of a student share one turn, because anyone can make many known
 * devices for their own account.
 */
export const turnOf = ({ email, site, deviceId }: AccountAttempt): string =>
  deviceId ? mailboxOf(email) : site

/**
 * More checks run at a time than hashes, but not many more: each check holds a reservation, which could refuse others
 * on its network near the limit.
 */
const maxConcurrentChecks = 16
const maxWaitingChecks = 400

type Counter = [rule: RateLimitRule, ...key: string[]]

/** The counter that a right password clears. */
const ownCounter = ({ email, network, deviceId }: AccountAttempt): Counter =>
  deviceId
    ? [studentLimits.failuresPerDevice, email, deviceId]
    : [studentLimits.failuresPerAccountAndNetwork, email, network]

const sharedCounters = (attempt: AccountAttempt): Counter[] =>
  attempt.deviceId
    ? []
    : [
        [studentLimits.failuresPerAccount, attempt.email],
        ...networkCounters(studentLimits.failuresPerNetwork, attempt),
      ]

/**
 * Limits failed password checks. An attempt is counted before the check, so that concurrent attempts cannot exceed the
 * limit. It is released unless it failed. A mutex per account and client keeps concurrent right passwords from being
 * refused by each other's reservations. A semaphore does the same for many students behind one network.
 */
export function createLoginAttemptLimiter(deps: { db: Db; rateLimiter: RateLimiter }) {
  const { db, rateLimiter } = deps
  const runExclusive = createKeyedMutex()
  const withSlot = createSemaphore({
    concurrency: maxConcurrentChecks,
    maxWaiting: maxWaitingChecks,
  })

  async function countFailure<Result>(
    attempt: AccountAttempt,
    check: () => Promise<Result | null>,
  ) {
    const counters = [ownCounter(attempt), ...sharedCounters(attempt)]
    const reservations = await db.transaction(async (tx) => {
      const taken = []
      for (const counter of counters) taken.push(await rateLimiter.take(tx, ...counter))
      return taken
    })
    let outcome: 'right' | 'wrong' | 'unchecked' = 'unchecked'
    try {
      const result = await check()
      outcome = result === null ? 'wrong' : 'right'
      return result
    } finally {
      if (outcome !== 'wrong') {
        await db.transaction(async (tx) => {
          for (const reservation of reservations) await rateLimiter.release(tx, reservation)
          if (outcome === 'right') await rateLimiter.clear(tx, ...ownCounter(attempt))
        })
      }
    }
  }

  return {
    /** Throws 429 above the limit. `check` resolves to null for a wrong password. */
    run<Result>(attempt: AccountAttempt, check: () => Promise<Result | null>) {
      const { email, network, deviceId } = attempt
      return runExclusive(`${email} ${deviceId ?? network}`, () =>
        withSlot(() => countFailure(attempt, check), turnOf(attempt)),
      )
    },

    /** Forgets the failures after the student has proved their identity in another way. */
    async reset(attempt: AccountAttempt) {
      await rateLimiter.clear(db, ...ownCounter(attempt))
      await rateLimiter.clear(db, studentLimits.failuresPerAccount, attempt.email)
    },
  }
}
