import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { createLoginAttemptLimiter } from './login-attempt-limiter.ts'
import { createPasswordHasher, hashingConcurrency } from './password-hasher.ts'
import { createSessionCookie } from './session-cookie.ts'

interface BaseDeps {
  config: Config
  db: Db
  jobs: Pick<JobRunner, 'wake'>
  /** Deletes the messages that the mail transport stored for this address. */
  purgeMails: (address: string) => Promise<void>
  store: PhotoStore
  now: () => number
  /** Runs in the transaction that removes an account, before its listings are deleted. */
  onAccountDeletion: (tx: Db, userId: number) => Promise<void>
}

/** The dependencies of the account routes, created once per app. */
export function createAccountDeps(baseDeps: BaseDeps) {
  const { config, db, now } = baseDeps
  const rateLimiter = createRateLimiter({ enabled: config.RATE_LIMIT, now })
  return {
    ...baseDeps,
    rateLimiter,
    loginAttempts: createLoginAttemptLimiter({ db, rateLimiter }),
    passwordHasher: createPasswordHasher({ concurrency: hashingConcurrency(config.WORKERS) }),
    cookie: createSessionCookie(config),
  }
}

export type AccountDeps = ReturnType<typeof createAccountDeps>
