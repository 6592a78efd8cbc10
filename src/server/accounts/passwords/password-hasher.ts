import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../limits/semaphore.ts'

/** argon2id with the parameters OWASP recommends. */
const argon2Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/**
 * The hashes at a time in one of these workers. Together they leave a core free, so that a flood of logins cannot
 * starve page views; where there are as many workers as cores, each still hashes one at a time.
 */
export function hashingConcurrency(workers: number, cores = availableParallelism()): number {
  return Math.max(1, Math.floor((cores - 1) / workers))
}

/** Clients take turns in the queue, so that a flood of logins from one does not keep the others waiting. */
export function createPasswordHasher({
  concurrency = hashingConcurrency(1),
  maxWaiting = 400,
} = {}) {
  const run = createSemaphore({ concurrency, maxWaiting })
  const dummyHash = run(() => hash(randomUUID(), argon2Options))
  return {
    hash: (password: string, client: string) => run(() => hash(password, argon2Options), client),

    /** Without a stored hash it verifies against a dummy, so that response time does not reveal which accounts exist. */
    async matches(
      storedHash: string | undefined,
      password: string,
      client: string,
    ): Promise<boolean> {
      const hashToVerify = storedHash ?? (await dummyHash)
      const isMatch = await run(() => verify(hashToVerify, password), client)
      return isMatch && storedHash !== undefined
    },
  }
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>
