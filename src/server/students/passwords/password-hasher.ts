import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../limits/queues.ts'

/** The cost of one argon2id hash. The memory is in KiB. */
export interface HashingCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** The parameters OWASP recommends. */
const owaspCost: HashingCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/**
 * Returns how many hashes each worker computes at a time. All workers together leave one core free, so that a flood of
 * logins cannot starve page views. If there are as many workers as cores, each worker still computes one hash at a
 * time.
 */
export function hashingConcurrency(workers: number, cores = availableParallelism()): number {
  return Math.max(1, Math.floor((cores - 1) / workers))
}

/** Clients take turns in the queue, so that a flood of logins from one client does not keep the others waiting. */
export function createPasswordHasher({
  concurrency = hashingConcurrency(1),
  maxWaiting = 400,
  cost = owaspCost,
} = {}) {
  const run = createSemaphore({ concurrency, maxWaiting })
  let dummyHash: Promise<string> | undefined
  /** The dummy hash is computed at the first login. This happens outside the queue, because a full queue could refuse it. */
  const readDummyHash = () => {
    dummyHash ??= hash(randomUUID(), cost)
    return dummyHash
  }
  return {
    hash: (password: string, client: string) => run(() => hash(password, cost), client),

    /**
     * Without a stored hash, it verifies against a dummy, so that the response time does not reveal which accounts
     * exist. An account without a password has an empty hash.
     */
    async matches(
      storedHash: string | undefined,
      password: string,
      client: string,
    ): Promise<boolean> {
      // A login to a known account waits for the dummy hash too. Otherwise the time of the first login would show whether
      // the account exists.
      const unmatchable = await readDummyHash()
      const isMatch = await run(() => verify(storedHash || unmatchable, password), client)
      return isMatch && Boolean(storedHash)
    },
  }
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>
