import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { limitedParallel } from '../limits/limited-parallel.ts'

/** argon2id, at the strength OWASP asks for. */
const strength = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Hashing leaves a core to everyone else, so that a flood of logins cannot starve page views. */
const limits = { parallel: Math.max(1, availableParallelism() - 1), waiting: 400 }

export function createPasswords({ parallel, waiting } = limits) {
  const run = limitedParallel({ parallel, waiting })
  const nobodys = run(() => hash(randomUUID(), strength))
  return {
    hash: (password: string) => run(() => hash(password, strength)),

    /** Without a stored hash it fails after the same work, so that time does not tell who has an account. */
    async matches(stored: string | undefined, password: string): Promise<boolean> {
      const against = stored ?? (await nobodys)
      const matched = await run(() => verify(against, password))
      return matched && stored !== undefined
    },
  }
}

export type Passwords = ReturnType<typeof createPasswords>
