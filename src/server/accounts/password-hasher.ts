import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../limits/semaphore.ts'

/** argon2id with the parameters OWASP recommends. */
const argon2Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Leaves one core free, so that a flood of logins cannot starve page views. */
const defaultLimits = { concurrency: Math.max(1, availableParallelism() - 1), maxWaiting: 400 }

export function createPasswordHasher(limits = defaultLimits) {
  const run = createSemaphore(limits)
  const dummyHash = run(() => hash(randomUUID(), argon2Options))
  return {
    hash: (password: string) => run(() => hash(password, argon2Options)),

    /** Without a stored hash it verifies against a dummy, so that response time does not reveal which accounts exist. */
    async matches(storedHash: string | undefined, password: string): Promise<boolean> {
      const hashToVerify = storedHash ?? (await dummyHash)
      const isMatch = await run(() => verify(hashToVerify, password))
      return isMatch && storedHash !== undefined
    },
  }
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>
